import { expect, it } from 'vitest'
import { START } from './clock.js'
import { shownOf, stage } from './stage.js'

const MINUTE = 60_000
const seconds = (ms: number) => (START + ms) / 1000

it('stamps what age alone changes with when it did, however late somebody looks', async () => {
  const companion = stage()
  await companion.report('UserPromptSubmit')
  await companion.status()
  await companion.clock.advance(25 * MINUTE)
  expect(shownOf(await companion.status(), 'Claude')).toMatchObject({
    state: 'unknown',
    updated_at: seconds(10 * MINUTE),
  })
  await companion.clock.advance(25 * MINUTE)
  expect(shownOf(await companion.status(), 'Claude')).toMatchObject({ state: 'idle', updated_at: seconds(30 * MINUTE) })
})

it('shows what a session does once its ask is no longer shown, from then on', async () => {
  const companion = stage()
  await companion.report('UserPromptSubmit')
  await companion.report('PermissionRequest', { agent_id: 'x', tool_name: 'Bash' })
  await companion.status()
  await companion.clock.advance(59 * MINUTE)
  await companion.report('UserPromptSubmit')
  expect(shownOf(await companion.status(), 'Claude').state).toBe('needs_user')
  await companion.clock.advance(2 * MINUTE)
  expect(shownOf(await companion.status(), 'Claude')).toMatchObject({
    state: 'running',
    updated_at: seconds(60 * MINUTE),
  })
})
