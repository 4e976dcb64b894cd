import { LAYOUT, THEME } from '@codexbar/display'
import { describe, expect, test } from 'vitest'
import { sdk } from '../kit/simulator/sdk.js'
import { waitUntil } from '../kit/wait-until.js'
import { startCompanion, startDesk } from './desk-stage.js'
import { countOf, difference } from './picture.js'
import { ACCENTS, differsOnlyIn, seeing } from './screen-parts.js'

describe.skipIf(sdk.missing !== undefined)(`the firmware in the simulator (${sdk.missing ?? 'as a device'})`, () => {
  test.each([
    [
      'no Wi-Fi',
      [4747],
      { wifi: false },
      { setupTitle: 'Wi-Fi is not set up', setupNote: 'This display has no address yet.' },
    ],
    ['no companion', [], {}, { setupTitle: 'No companion is set up', setupNote: 'This display: 127.0.0.1' }],
    [
      'a companion that is not there',
      [9],
      {},
      { setupTitle: 'Companion unreachable', setupNote: 'This display: 127.0.0.1' },
    ],
  ] as const)('with %s it says what is missing', async (what, companions, options, texts) => {
    const desk = await startDesk(companions, options)
    await seeing(desk, texts, { name: `first-run-${what.replaceAll(' ', '-')}` })
  })

  test('with a companion and nobody at work it is live', async () => {
    const companion = await startCompanion()
    const desk = await startDesk([companion.port])
    const picture = await seeing(desk, { footer: 'live' }, { name: 'idle' })
    expect(countOf(picture, ACCENTS.Claude, THEME.background)).toBe(ACCENTS.Claude.width * ACCENTS.Claude.height)
  })

  test('a permission request pulses within a second, and nothing but the accent moves', async () => {
    const companion = await startCompanion()
    const desk = await startDesk([companion.port])
    await seeing(desk, { footer: 'live' })
    const began = performance.now()
    await companion.report('PermissionRequest', { tool_name: 'Bash' })
    await seeing(desk, { claudeHeadline: 'api' }, { name: 'needs-user' })
    expect(performance.now() - began).toBeLessThan(1_000)
    await waitUntil('two pictures of one pulse', async () => {
      const [one, two] = [await desk.shot('needs-user-pulse-1'), await desk.shot('needs-user-pulse-2')]
      const { count, box } = difference(one, two)
      expect(differsOnlyIn(box, [ACCENTS.Claude]), `changed ${JSON.stringify(box)}`).toBe(true)
      return count > 0
    })
  })

  test('both providers pulse', async () => {
    const companion = await startCompanion()
    const desk = await startDesk([companion.port])
    await seeing(desk, { footer: 'live' })
    await companion.report('PermissionRequest', { tool_name: 'Bash' })
    await companion.report('PermissionRequest', {
      tool_name: 'Bash',
      provider: 'Codex',
      session_id: 'x1',
      cwd: '/home/u/shop',
    })
    const picture = await seeing(desk, { claudeHeadline: 'api', codexHeadline: 'shop' }, { name: 'both-need-user' })
    for (const accent of Object.values(ACCENTS)) expect(countOf(picture, accent, THEME.background)).toBe(0)
  })

  test('several that wait are counted, and their names take turns', async () => {
    const companion = await startCompanion()
    const desk = await startDesk([companion.port])
    await seeing(desk, { footer: 'live' })
    await companion.report('PermissionRequest', { tool_name: 'Bash' })
    await companion.report('PermissionRequest', { tool_name: 'Bash', session_id: 's2', cwd: '/home/u/projects/shop' })
    await seeing(desk, { claudeBadge: '2 waiting', claudeHeadline: 'shop' }, { name: 'two-waiting' })
    await seeing(desk, { claudeBadge: '2 waiting', claudeHeadline: 'api' })
  })

  test('what is done stands still and asks for a review', async () => {
    const companion = await startCompanion()
    const desk = await startDesk([companion.port])
    await companion.report('UserPromptSubmit')
    await companion.report('Stop')
    const one = await seeing(desk, { claudeBadge: 'review', claudeHeadline: 'api' }, { name: 'done' })
    const two = await seeing(desk, { claudeBadge: 'review' })
    expect(difference(one, two).count).toBe(0)
    expect(countOf(one, ACCENTS.Claude, THEME.background)).toBe(0)
  })

  test('an error shows its cause in the colour of warning, and stands still', async () => {
    const companion = await startCompanion()
    const desk = await startDesk([companion.port])
    await companion.report('UserPromptSubmit')
    await companion.report('StopFailure', { error: 'overloaded' })
    const picture = await seeing(desk, { claudeHeadline: 'api' }, { name: 'error' })
    expect(countOf(picture, ACCENTS.Claude, THEME.warning)).toBeGreaterThan(400)
    expect(difference(picture, await desk.shot()).count).toBe(0)
  })

  test('running breathes in the dot alone', async () => {
    const companion = await startCompanion()
    const desk = await startDesk([companion.port])
    await companion.report('UserPromptSubmit')
    await seeing(desk, { claudeHeadline: 'api' }, { name: 'running' })
    const [{ whole, name }] = LAYOUT.sections
    const dots = { x: name.x, y: name.y, width: whole.width - name.x, height: name.height }
    await waitUntil('two pictures of one breath', async () => {
      const { count, box } = difference(await desk.shot(), await desk.shot())
      expect(differsOnlyIn(box, [dots]), `changed ${JSON.stringify(box)}`).toBe(true)
      expect(box?.width ?? 0).toBeLessThanOrEqual(12)
      return count > 0
    })
  })
})
