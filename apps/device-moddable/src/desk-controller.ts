import { brightnessOf, createDesk, type Desk, type DeskInput, sceneOf, updateDesk } from '@codexbar/display'
import type { Clock } from './clock.js'
import type { Settings } from './settings.js'
import type { Painter } from './ui/application.js'

/** What drives the desk: its parts tell it what happened. */
export type Controller = { hear(input: DeskInput): void }

/** Countdowns, ages and names that take turns move on once a second. */
const REFRESH = 1_000

/**
 * Returns the controller of one desk: it shows every change at once and the passing of time once a second, and dims the
 * light when the brightness is another. The first scene is shown before it returns.
 */
export function createController(
  settings: Settings,
  tools: { clock: Clock; painter: Painter; light(percent: number): void },
): Controller {
  const { clock, painter, light } = tools
  const { companions, brightness, ssid } = settings
  let lit: number | undefined
  let desk: Desk = createDesk(
    {
      companions: companions.map(({ host, token }) => ({ label: host, hasToken: token !== undefined })),
      brightness,
      hasWifi: ssid !== undefined,
    },
    clock.now(),
  )
  const show = () => {
    const now = clock.now()
    const percent = brightnessOf(desk)
    if (percent !== lit) light(percent)
    lit = percent
    painter.show(sceneOf(desk, now, painter.measure), now)
  }
  show()
  clock.every(REFRESH, show)
  return {
    hear(input) {
      desk = updateDesk(desk, input, clock.now()).desk
      show()
    },
  }
}
