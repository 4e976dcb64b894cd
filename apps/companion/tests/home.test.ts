import { cpSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createCompanion, HomeLockedError } from '../src/companion.js'
import { homeDir } from '../src/shell/home.js'
import { startMark } from '../src/shell/processes.js'
import { ensureToken, readToken, sameToken } from '../src/shell/token.js'
import { until } from './clock.js'
import { shownOf, stage, temporaryFolder } from './stage.js'

const modeOf = (path: string) => statSync(path).mode & 0o777
const tokenOf = (home: string) => readFileSync(join(home, 'token'), 'utf8').trim()

describe('the home', () => {
  it('is where the environment says, else in the home of the person', () => {
    expect(homeDir({ CODEXBAR_HOME: '/x/y' })).toBe('/x/y')
    expect(homeDir({ CODEXBAR_HOME: '' })).toBe(join(homedir(), '.codexbar'))
    expect(homeDir({})).toBe(join(homedir(), '.codexbar'))
  })

  it('is made, and closed to others', async () => {
    const home = join(temporaryFolder(), 'deep/er')
    await createCompanion({ home }).close()
    expect(modeOf(home)).toBe(0o700)
  })

  it('that others could read is closed to them', () => {
    const home = temporaryFolder()
    mkdirSync(join(home, 'open'), { mode: 0o755 })
    stage({ home: join(home, 'open') })
    expect(modeOf(join(home, 'open'))).toBe(0o700)
  })
})

describe('the token', () => {
  it('is made once, for its owner only', async () => {
    const { home, restart } = stage()
    const token = tokenOf(home)
    expect(token).toMatch(/^[\w-]{43}$/)
    expect(modeOf(join(home, 'token'))).toBe(0o600)
    await restart()
    expect(tokenOf(home)).toBe(token)
    expect(readToken(home)).toBe(token)
  })

  it('that is cut is made anew', () => {
    const home = temporaryFolder()
    writeFileSync(join(home, 'token'), 'short\n', { mode: 0o644 })
    expect(readToken(home)).toBeUndefined()
    expect(ensureToken(home)).toMatch(/^[\w-]{43}$/)
    expect(modeOf(join(home, 'token'))).toBe(0o600)
  })

  it('is compared as a whole', () => {
    expect([sameToken('abc', 'abc'), sameToken('abc', 'abd'), sameToken('abc', 'abcd'), sameToken('', 'a')]).toEqual([
      true,
      false,
      false,
      false,
    ])
  })
})

describe('the lock', () => {
  it('keeps a second companion out and names the first', () => {
    const { home } = stage()
    expect(() => createCompanion({ home })).toThrow(HomeLockedError)
    expect(() => createCompanion({ home })).toThrow(`process ${process.pid}`)
  })

  it('is gone when the first has closed', async () => {
    const { home, close } = stage()
    await close()
    expect(existsSync(join(home, 'companion.lock'))).toBe(false)
    stage({ home })
  })

  const mine = startMark(process.pid)
  const left: [what: string, text: string][] = [
    ['of a process that is gone', JSON.stringify({ pid: 2 ** 22 + 1, start: 'x' })],
    [
      'of a process whose id another has now',
      JSON.stringify({ pid: process.pid, start: 'before the machine started' }),
    ],
    ['that is empty', ''],
    ['that is no JSON', '{"pid":'],
    ['that names no process', '{"pid":-1}'],
    ['that is a number', '7'],
  ]
  it.each(left)('%s does not count', (_, text) => {
    const home = temporaryFolder()
    writeFileSync(join(home, 'companion.lock'), text)
    stage({ home })
    expect(JSON.parse(readFileSync(join(home, 'companion.lock'), 'utf8'))).toEqual({
      pid: process.pid,
      start: mine,
      folder: statSync(home).ino,
    })
  })

  it('that was copied along with a home does not count', async () => {
    const companion = stage()
    await companion.report('PermissionRequest', { tool_name: 'Bash' })
    await companion.clock.advance(1000)
    await until(() => existsSync(join(companion.home, 'attention-state.json')))
    const home = join(temporaryFolder(), 'copy')
    cpSync(companion.home, home, { recursive: true })
    expect(shownOf(await stage({ home }).status(), 'Claude').state).toBe('needs_user')
    expect(() => createCompanion({ home })).toThrow(HomeLockedError)
  })

  it('that another took over meanwhile is left to it', async () => {
    const { home, close } = stage()
    const theirs = JSON.stringify({ pid: 1, start: 'x' })
    writeFileSync(join(home, 'companion.lock'), theirs)
    await close()
    expect(readFileSync(join(home, 'companion.lock'), 'utf8')).toBe(theirs)
  })
})
