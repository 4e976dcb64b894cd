import { type Box, THEME } from '@codexbar/display'
import type { Usage } from '@codexbar/protocol/wire'
import { describe, expect, test } from 'vitest'
import type { Pixels } from '../kit/pixels.js'
import { sdk } from '../kit/simulator/sdk.js'
import type { Simulator } from '../kit/simulator/simulator.js'
import { quotaOf, statusOf, waiting, windowOf } from './desk-says.js'
import { startDesk } from './desk-stage.js'
import { answering, startLyingServer } from './lying-server.js'
import { countOf } from './picture.js'
import { GAUGES, reads, seeing } from './screen-parts.js'

/** How fast the display's clock runs: a minute is 10 s. */
const FAST = 6

/** Starts a display whose companion says this usage, and this status. */
async function deskShowing(usage: Usage, { rate = 1, status = statusOf() } = {}): Promise<Simulator> {
  const server = await startLyingServer((path) => answering(path.startsWith('/usage') ? usage : status))
  return startDesk([server.port], { rate })
}

/** Returns whether a text is drawn in the colour of what stands out: the others have none of it. */
const standsOut = (picture: Pixels, box: Box) => countOf(picture, box, THEME.text) > 0

describe.skipIf(sdk.missing !== undefined)(`the quota (${sdk.missing ?? 'in the simulator'})`, () => {
  test('who wants to see what is left reads so, and the bars empty', async () => {
    const usage = quotaOf([windowOf('5h', 42), windowOf('7d', 0)], { show: 'remaining' })
    const desk = await deskShowing(usage)
    const picture = await seeing(desk, { upperPercent: '58% left', lowerPercent: 'all left' }, { name: 'quota-left' })
    const { x, y, height } = GAUGES.upper.bar
    expect(countOf(picture, { x, y, width: 58, height }, THEME.levels.calm)).toBe(58 * height)
    expect(countOf(picture, { x: x + 58, y, width: 42, height }, THEME.faint)).toBe(42 * height)
  })

  test('the window that stops the person first stands out', async () => {
    const desk = await deskShowing(quotaOf([windowOf('5h', 42), windowOf('7d', 71)]))
    const picture = await seeing(desk, { upperPercent: '42%', lowerPercent: '71%' }, { name: 'quota-binding' })
    expect(standsOut(picture, GAUGES.upper.percent)).toBe(false)
    expect(standsOut(picture, GAUGES.lower.percent)).toBe(true)
  })

  test('the bars warn from the levels on that the companion says', async () => {
    const levels = { high: 40, full: 70 }
    const desk = await deskShowing(quotaOf([windowOf('5h', 42), windowOf('7d', 71)], { levels }))
    const picture = await seeing(desk, { upperPercent: '42%', lowerPercent: '71%' }, { name: 'quota-levels' })
    const { upper, lower } = GAUGES
    expect(countOf(picture, upper.bar, THEME.levels.high)).toBe(42 * upper.bar.height)
    expect(countOf(picture, lower.bar, THEME.levels.full)).toBe(71 * lower.bar.height)
  })

  test('used up: the time runs out by its own clock, and then nothing is known', async () => {
    const usage = quotaOf([windowOf('5h', 100, { resets_in_sec: 170 }), windowOf('7d', 12)])
    const desk = await deskShowing(usage, { rate: FAST })
    const full = await seeing(desk, { claudeBadge: 'used up 2m', upperCountdown: '2m' }, { name: 'quota-used-up' })
    expect(reads(full, 'upperPercent', '100%')).toBe(true)
    await seeing(desk, { claudeBadge: 'used up 1m', upperPercent: '100%' }, { within: 30_000 })
    await seeing(desk, { claudeBadge: 'used up <1m', upperPercent: '100%' }, { within: 30_000 })
    const over = await seeing(desk, { upperPercent: '--' }, { within: 30_000, name: 'quota-over' })
    expect(countOf(over, GAUGES.upper.bar, THEME.faint)).toBe(GAUGES.upper.bar.width * GAUGES.upper.bar.height)
    expect(reads(over, 'claudeBadge', 'used up')).toBe(false)
    expect(reads(over, 'footer', 'live')).toBe(true)
  })

  test('who waits comes before what is used up', async () => {
    const usage = quotaOf([windowOf('5h', 100), windowOf('7d', 12)])
    const desk = await deskShowing(usage, { status: statusOf(waiting(1)) })
    await seeing(desk, { claudeBadge: 'Permission needed', upperPercent: '100%' }, { name: 'quota-used-up-waiting' })
  })

  test('one old window is dull by itself and named with its age', async () => {
    const old = windowOf('7d', 71, { stale: true, age_sec: 7_530 })
    const desk = await deskShowing(quotaOf([windowOf('5h', 82), old]))
    const picture = await seeing(
      desk,
      { footer: 'Claude 7d stale 2h', lowerPercent: '71%' },
      { name: 'quota-old-window' },
    )
    const { upper, lower } = GAUGES
    expect(countOf(picture, upper.bar, THEME.levels.high)).toBe(82 * upper.bar.height)
    expect(countOf(picture, lower.bar, THEME.muted)).toBe(71 * lower.bar.height)
    expect(standsOut(picture, upper.percent)).toBe(true)
    expect(standsOut(picture, lower.percent)).toBe(false)
  })

  test('why there is no quota is said in words', async () => {
    const usage = quotaOf([])
    const [claude, codex] = usage.providers
    const providers = [{ ...claude, error: 'rate_limited' }, codex] as Usage['providers']
    const desk = await deskShowing({ ...usage, providers })
    await seeing(desk, { claudeNote: 'no quota: asked too often' }, { name: 'quota-none' })
  })
})
