import { describe, expect, test } from 'vitest'
import { sdk } from '../kit/simulator/sdk.js'
import type { Simulator } from '../kit/simulator/simulator.js'
import { waitUntil } from '../kit/wait-until.js'
import { startCompanion, startDesk } from './desk-stage.js'
import { seeing } from './screen-parts.js'

/** The most pixels that a frame of one pulse may redraw. */
const BUDGET = 1_500

/** Seconds of which the simulator's counters are read. */
const SECONDS = 4

/** Returns what each frame drew, by the simulator's own counters, in seconds that hold nothing but the pulse. */
async function pixelsPerFrame(desk: Simulator): Promise<number[]> {
  const first = desk.xsbug.samples.length + 1
  await waitUntil('some seconds of pulse', () => desk.xsbug.samples.length >= first + SECONDS, { within: 20_000 })
  return desk.xsbug.samples.slice(first, first + SECONDS).map((sample) => {
    const frames = sample['Frames drawn'] ?? 0
    expect(frames, 'frames a second').toBeGreaterThanOrEqual(8)
    return (sample['Pixels drawn'] ?? 0) / frames
  })
}

describe.skipIf(sdk.missing !== undefined)(`what is redrawn (${sdk.missing ?? 'in the simulator'})`, () => {
  test('a frame of a pulse is its accent, and no more', async () => {
    const companion = await startCompanion()
    const desk = await startDesk([companion.port])
    await companion.report('PermissionRequest', { tool_name: 'Bash' })
    await seeing(desk, { claudeHeadline: 'api' })
    for (const pixels of await pixelsPerFrame(desk)) expect(pixels).toBeLessThanOrEqual(BUDGET)

    await companion.report('PermissionRequest', {
      tool_name: 'Bash',
      provider: 'Codex',
      session_id: 'x1',
      cwd: '/home/u/shop',
    })
    await seeing(desk, { codexHeadline: 'shop' })
    for (const pixels of await pixelsPerFrame(desk)) expect(pixels).toBeLessThanOrEqual(2 * BUDGET)
  })

  test('a still screen draws nothing', async () => {
    const companion = await startCompanion()
    const desk = await startDesk([companion.port])
    await companion.report('UserPromptSubmit')
    await companion.report('Stop')
    await seeing(desk, { claudeBadge: 'review' })
    const first = desk.xsbug.samples.length + 1
    await waitUntil('a still while', () => desk.xsbug.samples.length >= first + SECONDS, { within: 20_000 })
    for (const sample of desk.xsbug.samples.slice(first)) expect(sample['Pixels drawn']).toBe(0)
  })
})
