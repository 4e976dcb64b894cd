import { describe, test } from 'vitest'
import { freePort } from '../kit/free-port.js'
import { sdk } from '../kit/simulator/sdk.js'
import { waitUntil } from '../kit/wait-until.js'
import { startProcess } from './companion-process.js'
import { startCompanion, startDesk } from './desk-stage.js'
import { startRelay } from './relay.js'
import { seeing } from './screen-parts.js'

/**
 * How fast the display's clock runs where a minute has to pass: "1m" is to be read for six seconds, long enough for a
 * busy machine.
 */
const FAST = 10

describe.skipIf(sdk.missing !== undefined)(`what a display survives (${sdk.missing ?? 'in the simulator'})`, () => {
  test('a companion that starts later is found', async () => {
    const port = await freePort()
    const desk = await startDesk([port])
    await seeing(desk, { setupTitle: 'Companion unreachable' })
    await startCompanion({ port })
    await seeing(desk, { footer: 'live' }, { within: 15_000 })
  })

  test('a companion that is gone for a minute is said, its sessions no longer pulse, and its return is seen', async () => {
    const companion = await startCompanion()
    const relay = await startRelay(companion.port, { rate: FAST })
    const desk = await startDesk([relay.port], { rate: FAST })
    await companion.report('PermissionRequest', { tool_name: 'Bash' })
    await seeing(desk, { claudeHeadline: 'api' })
    await companion.close()
    await seeing(desk, { footer: 'offline 1m - unreachable' }, { within: 30_000, name: 'offline' })
    await seeing(desk, { footer: 'offline 2m - unreachable' }, { within: 30_000 })
    const again = await startCompanion({ home: companion.home, port: companion.port })
    await again.report('Stop')
    await seeing(desk, { claudeBadge: 'review', footer: 'live' }, { within: 30_000, name: 'back' })
  })

  test('killed and started again, it is live again within seconds', async () => {
    const companion = await startProcess()
    const desk = await startDesk([companion.port])
    await seeing(desk, { footer: 'live' })
    await companion.report('PermissionRequest')
    await seeing(desk, { claudeHeadline: 'api' })
    await companion.kill()
    await companion.start()
    await companion.report('Stop')
    await seeing(desk, { claudeBadge: 'review' }, { within: 20_000 })
  })

  test('frozen, it is given up after its deadline, and heard again when it goes on', async () => {
    const companion = await startProcess()
    const desk = await startDesk([companion.port], { rate: FAST })
    await seeing(desk, { footer: 'live' })
    companion.freeze()
    await seeing(desk, { footer: 'offline 1m - no answer' }, { within: 30_000, name: 'frozen' })
    companion.thaw()
    await companion.report('PermissionRequest')
    await seeing(desk, { claudeHeadline: 'api' }, { within: 30_000 })
  })

  test('a token that is revoked is said, and the last picture stays until it is too old', async () => {
    const companion = await startCompanion()
    const relay = await startRelay(companion.port, { far: true, rate: FAST })
    const { id, token } = await companion.admin.createToken({ name: 'display', kind: 'device' })
    const desk = await startDesk([relay.port], { token, rate: FAST })
    await companion.report('PermissionRequest', { tool_name: 'Bash' })
    await seeing(desk, { claudeHeadline: 'api', footer: 'live' })
    await companion.admin.revokeToken(id)
    await waitUntil('a refusal', () => relay.answered.includes(401), { within: 40_000 })
    await seeing(desk, { claudeHeadline: 'api' })
    await seeing(desk, { footer: 'offline 1m - bad token' }, { within: 60_000, name: 'revoked' })
  })

  test('without a token it says that it is not paired', async () => {
    const companion = await startCompanion()
    const relay = await startRelay(companion.port, { far: true })
    const desk = await startDesk([relay.port])
    await seeing(desk, { setupTitle: 'Not paired yet' }, { name: 'not-paired' })
  })

  test('Wi-Fi that goes is said at once, and its return needs no restart', async () => {
    const companion = await startCompanion()
    const desk = await startDesk([companion.port])
    await seeing(desk, { footer: 'live' })
    await desk.wifi('off')
    await seeing(desk, { footer: 'Wi-Fi lost' }, { name: 'wifi-lost' })
    await seeing(desk, { footer: 'no such Wi-Fi' })
    await desk.wifi('refusing')
    await seeing(desk, { footer: 'Wi-Fi refused' })
    await companion.report('PermissionRequest', { tool_name: 'Bash' })
    await desk.wifi('on')
    await seeing(desk, { claudeHeadline: 'api', footer: 'live' }, { within: 40_000 })
  })

  test('two companions are one desk, and the one that is gone is named', async () => {
    const [one, two] = [await startCompanion(), await startCompanion()]
    const relay = await startRelay(two.port, { rate: FAST })
    const other = await startRelay(one.port, { rate: FAST })
    const desk = await startDesk([other.port, relay.port], { rate: FAST })
    await one.report('PermissionRequest', { tool_name: 'Bash' })
    await two.report('PermissionRequest', { tool_name: 'Bash', cwd: '/home/u/projects/shop' })
    await seeing(desk, { claudeBadge: '2 waiting' }, { within: 20_000, name: 'two-companions' })
    await two.close()
    await seeing(desk, { footer: '127.0.0.1 gone 1m', claudeHeadline: 'api' }, { within: 30_000, name: 'one-gone' })
  })
})
