import type { Token } from '@codexbar/protocol/wire'
import { expect, test } from 'vitest'
import { renderTokens } from '../../src/commands/tokens/render.js'
import { terminal } from './running.js'

const NOW = 1_800_000_000_000
const HOUR = 3600

const token = (more: Partial<Token>): Token => ({
  id: '0a1b2c3d',
  name: 'desk',
  kind: 'device',
  scopes: ['read', 'acknowledge'],
  created_at: NOW / 1000 - 3 * HOUR,
  ...more,
})

test('a table says who was let in, for what, and when last', () => {
  const browser: Partial<Token> = { kind: 'browser', scopes: ['read', 'acknowledge', 'answer'] }
  const tokens = [
    token({ used_at: NOW / 1000 - 2 * HOUR }),
    token({ ...browser, id: 'ffffffff', name: '漢字\u001b[31m', used_at: NOW / 1000 - 60 * HOUR }),
    token({ id: '11111111', used_at: NOW / 1000 - 5 }),
    token({ id: '22222222', used_at: NOW / 1000 - 60 }),
    token({ ...browser, id: '00000000', name: 'Firefox on Linux' }),
  ]
  expect(renderTokens(tokens, NOW)).toEqual([
    'id        name              kind     scopes                   made    last used',
    '0a1b2c3d  desk              device   read acknowledge         3h ago  within a day',
    'ffffffff  漢字              browser  read acknowledge answer  3h ago  2d ago',
    '11111111  desk              device   read acknowledge         3h ago  within a minute',
    '22222222  desk              device   read acknowledge         3h ago  within an hour',
    '00000000  Firefox on Linux  browser  read acknowledge answer  3h ago  never',
  ])
})

test('nothing that is paired is a hint', async () => {
  const { run } = await terminal()
  expect(await run('tokens')).toEqual({
    code: 0,
    out: 'Nothing is paired. Pair a display: pnpm codexbar pair device\n',
    err: '',
  })
})

test('a name is shown without what a terminal would obey, and known as it was typed', async () => {
  const { run } = await terminal()
  const typed = 'a\u001b[31mb'
  await run('pair', 'device', '--name', typed)
  const missing = await run('tokens', '--revoke', 'c\u001b[31md\u0007')
  expect(missing).toEqual({ code: 1, out: '', err: 'codexbar: There is no token "cd".\n' })
  expect(await run('tokens', '--revoke', typed)).toEqual({ code: 0, out: '"ab" is revoked.\n', err: '' })
})

test('one is revoked by its name or its id, the one meant', async () => {
  const { run } = await terminal()
  for (const name of ['desk', 'twin', 'twin']) await run('pair', 'device', '--name', name)
  expect(await run('tokens', '--revoke', 'desk')).toEqual({ code: 0, out: '"desk" is revoked.\n', err: '' })
  expect(await run('tokens', '--revoke', 'desk')).toEqual({
    code: 1,
    out: '',
    err: 'codexbar: There is no token "desk".\n',
  })
  const twins = await run('tokens', '--revoke', 'twin')
  expect([twins.code, twins.err]).toEqual([1, expect.stringContaining('Several are called "twin"')])
  const { tokens } = JSON.parse((await run('tokens', '--json')).out) as { tokens: Token[] }
  expect(tokens.map(({ name }) => name)).toEqual(['twin', 'twin'])
  const id = tokens[0]?.id ?? ''
  const revoked = await run('tokens', '--revoke', id, '--json')
  expect(JSON.parse(revoked.out)).toEqual({ ok: true, revoked: id })
  expect((await run('tokens')).out).toMatch(/twin/)
})
