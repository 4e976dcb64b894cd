import http from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { THEME } from '@codexbar/display'
import { buildDesk, DESK } from '../tests/kit/simulator/build-desk.js'
import { sdk } from '../tests/kit/simulator/sdk.js'
import { type Simulator, simulate } from '../tests/kit/simulator/simulator.js'
import { ask } from './ask.js'
import { eventBody } from './event-body.js'
import type { Figure, Row } from './figure.js'
import { isNear, openScreenFile } from './screen-file.js'
import { COMPANION, startServer } from './server-process.js'
import { quantile } from './statistics.js'

const EVENTS = 60

/** What an event may take to be seen (ms, p99). */
const AIM = 150

/** How long a pixel is waited for (ms). */
const PATIENCE = 5_000

/** How long nothing happens before an event (ms): the display then takes an answer for news and asks on at once. */
const REST = 1_400

/** How long our own client's answer may be held (s). */
const HOLD = 5

/** How many pixels at least are the accent's, whatever else has its colour. */
const STRIP = 300

/** How long an event takes from its POST until the accent of its provider is lit in the simulator's window. */
export const eventToPixel: Figure = {
  id: 'event-to-pixel',
  title: `event to lit pixel in the SDK's simulator, ${EVENTS} events, one at a time`,
  async measure() {
    if (sdk.missing !== undefined) return [{ name: 'lit pixel', skipped: sdk.missing }]
    await buildDesk()
    const companion = await startServer(COMPANION)
    const simulator = await simulate(DESK, {
      wifi: { ssid: 'desk', password: 'secret' },
      companion: { urls: `http://127.0.0.1:${companion.port}`, tokens: '' },
      display: { brightness: 100 },
    })
    try {
      return await watch(companion.port, simulator)
    } finally {
      await simulator.stop()
      await companion.stop()
    }
  },
}

/** Each event is seen twice: by the display, and by a client of our own that holds `/status` just as the display does. */
async function watch(port: number, { screenFile }: Simulator): Promise<Row[]> {
  const screen = openScreenFile(screenFile)
  const watching = new http.Agent({ keepAlive: true, maxSockets: 1 })
  const reporting = new http.Agent({ keepAlive: true, maxSockets: 1 })
  const report = (event: string, call: number) => {
    const more = { tool_name: 'Bash', tool_use_id: `call-${call}`, tool_input: { command: 'ls' } }
    return ask(reporting, port, '/attention', '', eventBody(0, event, more))
  }
  const answers: number[] = []
  const pixels: number[] = []
  try {
    await report('PreToolUse', 0)
    await until('the session', () => screen.pixelsOf(THEME.background).length > STRIP)
    const before = new Set(screen.pixelsOf(THEME.accents.Claude))
    await report('PermissionRequest', 0)
    const pixel = await until('the accent', () => {
      const strip = screen.pixelsOf(THEME.accents.Claude).filter((lit) => !before.has(lit))
      return strip.length >= STRIP && strip[strip.length >> 1]
    })
    const isDark = () => isNear(screen.colorAt(pixel), THEME.background)
    for (let event = 0; event < EVENTS; event += 1) {
      await report('PostToolUse', event)
      await until('the accent to go', isDark)
      await report('PreToolUse', event + 1)
      const { etag } = await ask(watching, port, '/status')
      const held = ask(watching, port, `/status?wait=${HOLD}`, etag)
      // At another moment of the display's frames and polls each time.
      await setTimeout(REST + (event % 10) * 7)
      const began = performance.now()
      const answered = held.then(() => performance.now() - began)
      const posted = report('PermissionRequest', event + 1)
      await until('the accent', () => !isDark())
      pixels.push(performance.now() - began)
      answers.push(await answered)
      await posted
    }
  } finally {
    watching.destroy()
    reporting.destroy()
    screen.close()
  }
  return describe(answers, pixels)
}

function describe(answers: readonly number[], pixels: readonly number[]): Row[] {
  const p99 = quantile(pixels, 0.99)
  return [
    { name: 'held /status p50', value: quantile(answers, 0.5), unit: 'ms' },
    { name: 'lit pixel p50', value: quantile(pixels, 0.5), unit: 'ms', floor: quantile(answers, 0.5) },
    { name: 'held /status p99', value: quantile(answers, 0.99), unit: 'ms' },
    {
      name: 'lit pixel p99',
      value: p99,
      unit: 'ms',
      floor: quantile(answers, 0.99),
      pass: p99 <= AIM,
      note: `<= ${AIM}`,
    },
  ]
}

/** Looks every millisecond until `look` finds something. */
async function until<T>(what: string, look: () => T | undefined | false): Promise<T> {
  const deadline = performance.now() + PATIENCE
  while (performance.now() < deadline) {
    const found = look()
    if (found !== undefined && found !== false) return found
    await setTimeout(1)
  }
  throw new Error(`The screen did not show ${what} within ${PATIENCE / 1_000} s.`)
}
