import { parse } from 'jsonc-parser'
import { describe, expect, it } from 'vitest'
import { addHooks, removeHooks, unwrapStatusLine } from '../src/settings-edit.js'
import { statusLineCommand, statusLineScript } from '../src/status-line-command.js'
import { settingsCases, wanted } from './settings-cases.js'

const script = statusLineScript()
const elsewhere = statusLineScript("/srv/it's \\ here")

type Settings = { statusLine?: { command: string } & Record<string, unknown> }

const settled = (edited: ReturnType<typeof addHooks>): string | undefined => {
  if ('problem' in edited) throw new Error(JSON.stringify(edited))
  return edited.text
}
const installed = (text: string | undefined, asked = true, backup?: string, name = script): string =>
  settled(addHooks(text, wanted, backup, { script: name, asked })) ?? ''
const removed = (text: string, backup?: string): string | undefined => settled(removeHooks(text, wanted, backup))
const unwrapped = (text: string, backup?: string): string | undefined => settled(unwrapStatusLine(text, wanted, backup))
const read = (text: string): Settings => parse(text.replace(/^\ufeff/, ''), [], { allowTrailingComma: true }) ?? {}

describe.each(Object.entries(settingsCases))('settings with %s', (_, original) => {
  const text = installed(original)
  const before = read(original).statusLine

  it('get a status line of ours around what was there, and keep its other keys', () => {
    const own = before === undefined ? { script } : { script, own: before.command }
    expect(read(text).statusLine).toEqual({ type: 'command', ...before, command: statusLineCommand(own) })
  })

  it('do not change when installed again, asked for or not', () => {
    expect(installed(text)).toBe(text)
    expect(installed(text, false)).toBe(text)
  })

  it('come out the same when the hooks were there first', () => {
    expect(installed(installed(original, false), true, original)).toBe(text)
  })

  it('get their bytes back', () => expect(removed(text, original)).toBe(original))

  it('get their bytes back after an install of another home', () => {
    const moved = installed(installed(original, true, undefined, elsewhere), false, original)
    expect(moved).not.toContain('/srv/')
    expect(read(moved)).toEqual(read(text))
    expect(read(removed(moved, original) ?? '')).toEqual(read(original))
  })

  it('get the status line back without a backup', () => {
    expect(read(removed(text) ?? '').statusLine).toEqual(before)
  })

  it('lose it alone, as if it had never been asked for', () => {
    expect(unwrapped(text, original)).toBe(installed(original, false))
    expect(removed(unwrapped(text, original) ?? '', original)).toBe(original)
  })

  it('lose it alone without a backup, and in a file that was edited since', () => {
    expect(read(unwrapped(text) ?? '')).toEqual(read(installed(original, false)))
    const edited = `${text}\n// mine\n`
    const left = unwrapped(edited, original) ?? ''
    expect(read(left)).toEqual(read(installed(original, false)))
    expect(left.endsWith('\n// mine\n')).toBe(true)
  })

  it('without ours have none to lose', () => {
    expect(unwrapped(original)).toBe(original)
    expect(unwrapped(installed(original, false), original)).toBe(installed(original, false))
  })

  it('keep one that somebody else has put there since', () => {
    const ours = JSON.stringify(read(text).statusLine?.command)
    const edited = text.replace(ours, () => '"theirs"')
    expect(read(removed(edited, original) ?? '').statusLine).toMatchObject({ command: 'theirs' })
    expect(read(installed(edited, false)).statusLine).toMatchObject({ command: 'theirs' })
    expect(read(installed(edited)).statusLine?.command).toBe(statusLineCommand({ script, own: 'theirs' }))
  })
})

it('an install that does not ask for it adds none', () => {
  expect(installed('{}', false)).not.toContain('statusLine')
})

it('a status line of ours goes with the hooks when somebody removed the hooks', () => {
  const text = installed('{\n  "statusLine": { "type": "command", "command": "x" }\n}\n').replace(
    /,\s*"hooks": \{[\s\S]*\}\n(?=\}\n$)/,
    '\n',
  )
  expect(text).not.toContain('"hooks"')
  expect(removed(text)).toBe('{\n  "statusLine": { "type": "command", "command": "x" }\n}\n')
})

it.each([
  ['around another', '{"statusLine":{"type":"command","command":"\\u0078"}}'],
  ['around none', '{ "a": 1 }'],
])('a status line of ours %s, from which the hooks were taken, gives the former bytes back', (_, own) => {
  const around = settled(addHooks(own, new Map(), undefined, { script, asked: true })) ?? ''
  expect(around).toContain('# codexbar')
  expect(unwrapped(around, own)).toBe(own)
})

it('a status line keeps the keys that were added to it since', () => {
  const text = installed('{"statusLine":{"type":"command","command":"x"}}')
  const edited = text.replace('"type":"command"', '"type":"command","padding":2')
  expect(read(removed(edited) ?? '').statusLine).toEqual({ type: 'command', command: 'x', padding: 2 })
})

describe.each<[what: string, text: string, line: number, says: RegExp]>([
  ['a text', '{\n  "statusLine": "x"\n}', 2, /"statusLine" is not an object/],
  ['null', '{\n\n  "statusLine": null\n}', 3, /"statusLine" is not an object/],
  ['of another type', '{ "statusLine": {\n "type": "static" } }', 2, /not of the type "command"/],
  ['without a type', '{\n "statusLine": { "command": "x" } }', 2, /not of the type "command"/],
  ['without a command', '{\n "statusLine": { "type": "command" } }', 2, /no text as its "command"/],
  ['whose command is a list', '{ "statusLine": { "type": "command",\n"command": ["x"] } }', 2, /no text as its/],
])('a status line that is %s', (_, text, line, says) => {
  it('is refused, naming the line', () => {
    expect(addHooks(text, wanted, undefined, { script, asked: true })).toEqual({
      problem: { line, what: expect.stringMatching(says) },
    })
  })

  it('is no matter to an install that leaves it alone, nor to an uninstall', () => {
    const hooked = installed(text, false)
    expect(read(hooked).statusLine).toEqual(read(text).statusLine)
    expect(removed(hooked, text)).toBe(text)
  })
})
