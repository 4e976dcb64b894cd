// Runs the golden cases where the firmware runs: in the XS of the SDK, whose strings count code points, with the painter
// of the firmware. Its page asks one thing at a time.

import { createApplication } from 'codexbar/ui/application'
import screen from 'screen'
import { DISPLAY_CASES, moveParts, play, SCENES, sceneToPaint, showScene, WIRE_CASES } from './subject.js'

const painter = createApplication({ touched() {} })

const ASKS = {
  names: () => SCENES.map(({ group, name }) => `${group}: ${name}`),
  scene: (at) => showScene(SCENES[at]),
  measured: (at) => sceneToPaint(SCENES[at], painter.measure),
  move: () => moveParts(),
  play: (steps) => play(steps),
  display: (at) => DISPLAY_CASES[at].run(),
  wire: (at) => WIRE_CASES[at].run(),
  paint(at) {
    painter.show(sceneToPaint(SCENES[at], painter.measure), SCENES[at].now)
  },
}

screen.onMessage = (message) => {
  const { ask, subject } = JSON.parse(message)
  let answer
  try {
    answer = { value: ASKS[ask](subject) ?? null }
  } catch (error) {
    answer = { error: String(error) }
  }
  screen.postMessage(JSON.stringify({ answer }))
}
