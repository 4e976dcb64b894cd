import { parse } from 'jsonc-parser'
import { describe, expect, it } from 'vitest'
import { AGENTS } from '../src/agents.js'
import { wantedHooks } from '../src/hook-command.js'
import { addHooks, removeHooks } from '../src/settings-edit.js'
import { settingsCases, wanted } from './settings-cases.js'

type Settings = { hooks: Record<string, { matcher?: string; hooks: { command?: string }[] }[]> }

const installed = (text: string | undefined, backup?: string): string => {
  const edited = addHooks(text, wanted, backup)
  if ('problem' in edited || edited.text === undefined) throw new Error(JSON.stringify(edited))
  return edited.text
}

const removed = (text: string, backup?: string): string | undefined => {
  const edited = removeHooks(text, wanted, backup)
  if ('problem' in edited) throw new Error(JSON.stringify(edited))
  return edited.text
}

const read = (text: string): Settings => parse(text.replace(/^\ufeff/, ''))

describe.each(Object.entries(settingsCases))('settings with %s', (_, original) => {
  const text = installed(original)

  it('get every hook once, and keep the hooks that were there in front of ours', () => {
    const before = original.trim() === '' || original === '\ufeff' ? {} : (read(original).hooks ?? {})
    const { hooks } = read(text)
    for (const [event, group] of wanted) expect(hooks[event], event).toEqual([...(before[event] ?? []), group])
    expect(Object.keys(hooks)).toEqual([...new Set([...Object.keys(before), ...wanted.keys()])])
  })

  it('lose no character, and none changes its place among the others', () => {
    let at = 0
    for (const character of text.split('')) if (character === original[at]) at++
    expect(original.slice(at).trim()).toBe('')
  })

  it('use one kind of line break', () => {
    if (original.includes('\r\n')) expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    else expect(text).not.toContain('\r')
  })

  it('do not change when installed again', () => expect(installed(text)).toBe(text))

  it('get their bytes back', () => expect(removed(text, original)).toBe(original))

  it('lose only our hooks when something else was edited in between', () => {
    const edited = text.replace(/\{/, '{ "later": [1], ')
    const back = removed(edited, original)
    expect(back).not.toContain('true # codexbar')
    if (original.trim() !== '' && original !== '\ufeff') {
      expect(read(back ?? '')).toEqual({ later: [1], ...read(original) })
    }
  })
})

/** Without a backup nobody knows whether an empty container was there before, or how it was laid out. */
const unknowable =
  /^(an empty (file|event|object with a line break|object that holds a block comment)|blank lines|only a byte order mark|empty hooks.*|a comment with braces in it)$/

it.each(Object.entries(settingsCases).filter(([name]) => !unknowable.test(name)))(
  'settings with %s get their bytes back without a backup',
  (_, original) => {
    expect(removed(installed(original))?.trim()).toBe(original.trim())
  },
)

describe('hooks of an earlier install', () => {
  it('with another home are replaced', () => {
    const moved = addHooks('{"a":1}', wantedHooks(AGENTS[0] as never, "/srv/it's \\ here"))
    const text = 'text' in moved ? moved.text : undefined
    expect(text).toContain('/srv/it')
    expect(installed(text)).toBe(installed('{"a":1}'))
  })

  it('that stand there twice become one', () => {
    const twice = installed('{}').replace(/"Stop": \[([\s\S]*?)\n {4}\]/, '"Stop": [$1,$1\n    ]')
    expect(read(twice).hooks.Stop).toHaveLength(2)
    expect(read(installed(twice)).hooks.Stop).toHaveLength(1)
  })

  it('for an event no longer reported go', () => {
    const old = installed('{}').replace('"Stop"', '"MessageDisplay"')
    expect(new Set(Object.keys(read(installed(old)).hooks))).toEqual(new Set(wanted.keys()))
  })

  it('that somebody moved into a group of theirs go alone', () => {
    const ours = wanted.get('Stop')?.hooks[0]
    const text = JSON.stringify({
      hooks: { Stop: [{ matcher: 'x', hooks: [{ type: 'command', command: 'theirs' }, ours] }] },
    })
    expect(read(removed(text) ?? '')).toEqual({
      hooks: { Stop: [{ matcher: 'x', hooks: [{ type: 'command', command: 'theirs' }] }] },
    })
  })
})

describe('a file that the install made', () => {
  it('goes on uninstall', () => expect(removed(installed(undefined))).toBeUndefined())
  it('stays when somebody added to it', () => {
    expect(removed(installed(undefined).replace('{', '{ "mine": 1,'))).toBe('{ "mine": 1 }\n'.replace(' }', '\n}'))
  })
})

it.each<[what: string, text: string, line: number, says: RegExp]>([
  ['not JSON', '{\n  "a": 1\n  "b": 2\n}', 3, /comma expected/],
  ['cut short', '{\n  "a": [1,\n', 3, /./],
  ['TOML', '[hooks]\na = 1\n', 1, /not valid JSON/],
  ['a list', '[]', 1, /not a JSON object/],
  ['a comment and nothing else', '// {}\n', 2, /value expected/],
  ['hooks as a list', '{\n  "hooks": []\n}', 2, /"hooks" is a list, not an object/],
  ['hooks as null', '{\r\n\r\n  "hooks": null\r\n}', 3, /"hooks" is null/],
  ['an event as an object', '{\n  "hooks": {\n    "Stop": {}\n  }\n}', 3, /"hooks.Stop" is an object, not a list/],
  ['a group that is a string', '{"hooks":{"Stop":["a.sh"]}}', 1, /holds a string where a group/],
  ['a group whose hooks are no list', '{"hooks":{"Stop":[\n{"hooks":{}}]}}', 2, /has an object as "hooks"/],
])('refuses %s, naming the line', (_, text, line, says) => {
  for (const edit of [addHooks, removeHooks]) {
    expect(edit(text, wanted)).toEqual({ problem: { line, what: expect.stringMatching(says) } })
  }
})
