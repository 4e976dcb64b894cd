import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { curlrcPath, ensureCurlrc, formatCurlrc, parseCurlrc, readCurlrc, writeCurlrc } from '../src/curlrc.js'
import { temporaryHome } from './temporary-home.js'

const url = 'http://127.0.0.1:4747'

it('reads what it writes, for the owner only, and leaves nothing else behind', async () => {
  const home = join(temporaryHome(), 'new')
  await writeCurlrc({ home, url, token: 'a' })
  await writeCurlrc({ home, url, token: 'b"\\c' })
  expect(await readCurlrc(home)).toEqual({ url, token: 'b"\\c' })
  expect(statSync(curlrcPath(home)).mode & 0o777).toBe(0o600)
  expect(readdirSync(home)).toEqual(['hook.curlrc'])
})

it('keeps a token that is there and makes a long one where there is none', async () => {
  const home = temporaryHome()
  const first = await ensureCurlrc({ home, url })
  expect(first.token).toMatch(/^[\w-]{43}$/)
  const moved = await ensureCurlrc({ home, url: 'http://127.0.0.1:5000' })
  expect(moved).toEqual({ url: 'http://127.0.0.1:5000', token: first.token })
  expect(await readCurlrc(home)).toEqual(moved)
})

it.each([
  ['missing', undefined],
  ['empty', ''],
  ['without a token', 'url = "http://127.0.0.1"\n'],
  ['without an address', 'header = "authorization: Bearer x"\n'],
])('a curlrc that is %s is none', async (_, text) => {
  const home = temporaryHome()
  if (text !== undefined) writeFileSync(curlrcPath(home), text)
  expect(await readCurlrc(home)).toBeUndefined()
})

it('reads one that a person has rearranged', () => {
  const text = '# mine\n  header = "Authorization: Bearer t"\nmax-time = 1\n\turl="http://desk:1"\n'
  expect(parseCurlrc(text)).toEqual({ url: 'http://desk:1', token: 't' })
})

it.each([['a\nurl = "http://evil"'], ['a b'], ['']])(
  'refuses a token that could reach beyond its line: %j',
  (token) => {
    expect(() => formatCurlrc({ url, token })).toThrow(TypeError)
  },
)
