import { writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createCompanion } from '../src/companion.js'
import { ConfigError, checkConfig, readConfig } from '../src/shell/config.js'
import { temporaryFolder } from './stage.js'

function problemOf(text: string): string {
  const home = temporaryFolder()
  writeFileSync(join(home, 'config.json'), text)
  try {
    readConfig(home)
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError)
    return (error as ConfigError).message.replace(home, 'HOME')
  }
  return ''
}

describe('a file of settings', () => {
  it('may be missing', () => {
    expect(readConfig(temporaryFolder())).toEqual({
      listen: 'loopback',
      hosts: [],
      hook_token: 'optional',
      idle_prompt: 'soft',
      auto_reviewed: [],
      projects: { roots: [], names: {} },
      notify: { enabled: true, after: 0, ntfy: { server: 'https://ntfy.sh', topic: 'claudeCodeWaitingOnYou' } },
      quota: { sources: {}, every: 300, show: 'used', levels: { high: 80, full: 95 }, stale_after: 30 },
    })
  })

  it('may hold comments and commas at the end', () => {
    const home = temporaryFolder()
    writeFileSync(join(home, 'config.json'), '{\n // mine\n "notify": { "ntfy": { "topic": "mine", }, }, /* x */\n}')
    expect(readConfig(home).notify.ntfy).toEqual({ server: 'https://ntfy.sh', topic: 'mine' })
  })

  const broken: [text: string, problem: string][] = [
    ['{ "port": "x" }', 'HOME/config.json line 1: port: expected a number, found "x"'],
    ['{\n\n "port": 70000 }', 'HOME/config.json line 3: port: expected a port from 0 to 65535, found 70000'],
    ['{\n "colour": 1 }', 'HOME/config.json line 2: colour: no such setting; allowed here: port, host'],
    [
      '{\n "notify": {\n  "ntfy": {\n   "priority": 5 } } }',
      'line 4: notify.ntfy.priority: no such setting; allowed here: server, topic, token_env',
    ],
    ['{ "quota": { "every": 60 } }', 'quota.every: expected seconds from 300 to 86400, which is a day, found 60'],
    ['{ "quota": { "levels": { "high": 120 } } }', 'quota.levels.high: expected a percent from 0 to 100, found 120'],
    [
      '{ "quota": { "levels": { "high": 99 } } }',
      'quota.levels: expected a "high" that is not above "full", found 99 above 95',
    ],
    [
      '{ "quota": { "stale_after": 0 } }',
      'quota.stale_after: expected minutes from 1 to 10080, which is a week, found 0',
    ],
    ['{ "hook_token": "always" }', 'hook_token: expected "optional" or "required", found "always"'],
    [
      '{ "notify": { "ntfy": { "server": "ntfy.sh" } } }',
      'notify.ntfy.server: expected a URL that begins with http:// or https://',
    ],
    ['{\n "base_url": "http://[x" }', 'line 2: base_url: expected a URL that begins with http:// or https://'],
    ['{ "base_url": "https://" }', 'base_url: expected a URL that begins with http:// or https://'],
    ['{ "base_url": "ftp://x" }', 'base_url: expected a URL that begins with http:// or https://'],
    ...[
      'https://bar.example/codexbar',
      'https://bar.example/?a=b',
      'https://bar.example/?',
      'https://bar.example#x',
      'https://me@bar.example',
      'https://me:secret@bar.example/',
      'https://bar.example//',
    ].map((base_url): [string, string] => [
      JSON.stringify({ base_url }),
      `base_url: expected an address without a path, such as "https://bar.example", found "${base_url}"`,
    ]),
    ['{ "notify": { "ntfy": { "topic": "a/b" } } }', 'notify.ntfy.topic: expected letters, digits'],
    [
      '{ "notify": { "ntfy": { "token_env": "tk-abc" } } }',
      'notify.ntfy.token_env: expected the name of an environment variable',
    ],
    ['{ "notify": { "after": -1 } }', 'notify.after: expected seconds, 0 or more'],
    ['{ "auto_reviewed": ["codex"] }', 'auto_reviewed.0: expected "Claude" or "Codex", found "codex"'],
    ['{ "projects": { "names": { "/a": 1 } } }', 'projects.names./a: expected a text in double quotes, found 1'],
    ['{ "listen": "all" }', 'listen: expected "loopback" or "lan", found "all"'],
    ['{ "night": { "from": "7:00" } }', 'night.from: expected a time of day from "00:00" to "23:59", found "7:00"'],
    ['{ "night": { "to": "24:00" } }', 'night.to: expected a time of day'],
    ['{ "night": { "ceiling": 20 } }', 'night.ceiling: expected a brightness from 0 to 1, found 20'],
    ['{ "night": { "until": 1 } }', 'night.until: no such setting; allowed here: from, to, ceiling'],
    ['{ "hosts": "x" }', 'hosts: expected a list in [ ], found "x"'],
    ['{ "quota": { "every": 86401 } }', 'quota.every: expected seconds from 300 to 86400, which is a day, found 86401'],
    ['{ "quota": { "stale_after": 10081 } }', 'quota.stale_after: expected minutes from 1 to 10080, which is a week'],
    ['{ "quota": { "show": "left" } }', 'quota.show: expected "used" or "remaining", found "left"'],
    ['{ "quota": { "levels": { "high": 0.8 } } }', 'high: expected a percent from 0 to 100, not a fraction, found 0.8'],
    ['{ "quota": [] }', 'quota: expected keys and values in { }, found a list'],
    ['{ "quota": { "sources": ["claude_api"] } }', 'quota.sources: expected keys and values in { }, found a list'],
    ['{ "quota": { "levels": [80, 95] } }', 'quota.levels: expected keys and values in { }, found a list'],
    ['{ "projects": { "names": ["a"] } }', 'projects.names: expected keys and values in { }, found a list'],
    ['{ "notify": { "ntfy": [] } }', 'notify.ntfy: expected keys and values in { }, found a list'],
    [
      '{ "claude_dir": "work" }',
      'claude_dir: expected a whole path, such as "/home/me/work" or "~/work", found "work"',
    ],
    [
      '{ "codex_dir": "~me/x" }',
      'codex_dir: expected a whole path, such as "/home/me/work" or "~/work", found "~me/x"',
    ],
    ['{ "codex_dir": "./x" }', 'codex_dir: expected a whole path'],
    ['7', 'the settings: expected keys and values in { }, found 7'],
    ['[]', 'the settings: expected keys and values in { }, found a list'],
    ['{\n "port": 1\n "host": "x" }', 'line 3: a , is missing'],
    ['{ "port": ', 'line 1: a value is missing'],
    ['{ "port": 1', 'line 1: a } is missing'],
    ['{ "hosts": ["x"', 'line 1: a ] is missing'],
    ['{ port: 1 }', 'line 1: a word that is none of true, false and null'],
    ['{ "notify": { "enabled": "no" } }', 'notify.enabled: expected true or false, found "no"'],
    ['{ "port": [1] }', 'port: expected a number, found a list'],
  ]
  it.each(broken)('%j is refused', (text, problem) => expect(problemOf(text)).toContain(problem))
})

it('may begin with a byte order mark', () => {
  const home = temporaryFolder()
  writeFileSync(join(home, 'config.json'), '\ufeff{ "port": 5 }')
  expect(readConfig(home).port).toBe(5)
})

it.each([
  ['https://bar.example', 'https://bar.example'],
  ['https://Bar.Example:443/', 'https://bar.example'],
  ['http://192.168.1.20:4747/', 'http://192.168.1.20:4747'],
  ['HTTP://[::1]:5', 'http://[::1]:5'],
])('takes %s for the address %s', (base_url, origin) => {
  expect(checkConfig({ base_url }).base_url).toBe(origin)
})

it.each([
  ['~/srv/claude', join(homedir(), 'srv/claude')],
  ['~', homedir()],
  ['/srv/claude', '/srv/claude'],
])('takes %s for the folder %s', (claude_dir, folder) => {
  expect(checkConfig({ claude_dir }).claude_dir).toBe(folder)
})

it('takes levels that are no fraction', () => {
  const levels = { high: 0, full: 1 }
  expect(checkConfig({ quota: { levels } }).quota.levels).toEqual(levels)
})

it('refuses settings that are handed in the same way', () => {
  expect(() => checkConfig({ port: 'x' })).toThrow('config: port: expected a number')
  const wrong = { home: temporaryFolder(), config: { colour: 1 } as object }
  expect(() => createCompanion(wrong)).toThrow(ConfigError)
  expect(new ConfigError('x').name).toBe('ConfigError')
})

it('does not lock a home whose settings are wrong', async () => {
  const home = temporaryFolder()
  expect(() => createCompanion({ home, config: { colour: 1 } as object })).toThrow(ConfigError)
  await createCompanion({ home }).close()
})
