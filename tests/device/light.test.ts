import { LAYOUT, THEME } from '@codexbar/display'
import { describe, expect, test } from 'vitest'
import { sdk } from '../kit/simulator/sdk.js'
import type { Simulator } from '../kit/simulator/simulator.js'
import { waitUntil } from '../kit/wait-until.js'
import { statusOf, usageOf, waiting } from './desk-says.js'
import { startCompanion, startDesk } from './desk-stage.js'
import { answering, startLyingServer } from './lying-server.js'
import { countOf, difference } from './picture.js'
import { startRelay } from './relay.js'
import { ACCENTS, seeing } from './screen-parts.js'

/** A usage poll every 5 minutes is one every 5 seconds. */
const FAST = 60

const LADDER = [100, 80, 60, 45, 30, 20]

const dimmedTo = (desk: Simulator, level: number) =>
  waitUntil(`${level} %`, () => desk.backlight.at(-1) === level, { within: 60_000, saw: () => desk.backlight })

describe.skipIf(sdk.missing !== undefined)(`the light (${sdk.missing ?? 'in the simulator'})`, () => {
  test('dims in five steps, wakes for a new ask, and not for the same one', async () => {
    const companion = await startCompanion()
    const relay = await startRelay(companion.port, { rate: FAST })
    const desk = await startDesk([relay.port], { rate: FAST })
    const usages = () => relay.asked.filter((path) => path === '/usage').length
    await dimmedTo(desk, 20)
    const polls = usages()
    await waitUntil('two more usage polls', () => usages() >= polls + 2, { within: 20_000 })
    expect(desk.backlight).toEqual(LADDER)

    await companion.report('PermissionRequest', { tool_name: 'Bash', tool_use_id: 'p1' })
    await waitUntil('full light', () => desk.backlight.at(-1) === 100, { within: 2_500, saw: () => desk.backlight })

    await dimmedTo(desk, 60)
    const one = await desk.shot('needs-user-dim')
    await waitUntil('a pulse that is seen though it is dim', async () => difference(one, await desk.shot()).count > 0)
    await companion.report('Notification', { notification_type: 'permission_prompt' })
    await dimmedTo(desk, 45)
    expect(desk.backlight).toEqual([...LADDER, 100, 80, 60, 45])

    await companion.report('PermissionRequest', { tool_name: 'Bash', session_id: 's2', cwd: '/home/u/shop' })
    await waitUntil('full light again', () => desk.backlight.at(-1) === 100, {
      within: 2_500,
      saw: () => desk.backlight,
    })
  })

  test('never goes above the night limit', async () => {
    let epoch = 1
    const server = await startLyingServer((path) =>
      answering(path.startsWith('/usage') ? usageOf(epoch) : statusOf(waiting(epoch), { ceiling: 0.4 })),
    )
    const desk = await startDesk([server.port], { rate: FAST, brightness: 90 })
    await dimmedTo(desk, 40)
    const known = desk.backlight.length
    for (epoch = 2; epoch < 5; epoch += 1) {
      const asked = server.asked.length
      await waitUntil('some polls', () => server.asked.length > asked + 6)
    }
    expect(desk.backlight[0]).toBe(90)
    expect(Math.max(...desk.backlight.slice(known - 1))).toBe(40)
  })

  test('a touch on a dim screen wakes only, the next one silences', async () => {
    const companion = await startCompanion()
    const relay = await startRelay(companion.port, { rate: FAST })
    const desk = await startDesk([relay.port], { rate: FAST })
    await companion.report('PermissionRequest', { tool_name: 'Bash' })
    await seeing(desk, { claudeHeadline: 'api' })
    await dimmedTo(desk, 80)
    const { headline } = LAYOUT.sections[0]
    const moves = async () => difference(await desk.shot(), await desk.shot()).count > 0

    await desk.touch(headline.x + 40, headline.y + 10)
    await waitUntil('full light', () => desk.backlight.at(-1) === 100)
    await waitUntil('a pulse', moves)

    await desk.touch(headline.x + 40, headline.y + 10)
    await waitUntil('stillness', async () => !(await moves()) && !(await moves()) && !(await moves()))
    const silenced = await seeing(desk, { claudeHeadline: 'api' }, { name: 'silenced' })
    expect(countOf(silenced, ACCENTS.Claude, THEME.background)).toBeLessThan(
      ACCENTS.Claude.width * ACCENTS.Claude.height,
    )
  })
})
