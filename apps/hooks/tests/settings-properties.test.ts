import fc from 'fast-check'
import { parse } from 'jsonc-parser'
import { expect, it } from 'vitest'
import { addHooks, removeHooks } from '../src/settings-edit.js'
import { statusLineCommand, statusLineScript } from '../src/status-line-command.js'
import { wanted } from './settings-cases.js'

const script = statusLineScript()

const text = (edited: ReturnType<typeof addHooks>): string | undefined => {
  if ('problem' in edited) throw new Error(edited.problem.what)
  return edited.text
}

const handler = fc.record(
  { type: fc.constantFrom('command', 'http'), command: fc.string(), timeout: fc.nat(600) },
  { requiredKeys: ['type'] },
)
const group = fc.record(
  { matcher: fc.string(), hooks: fc.array(handler, { maxLength: 3 }) },
  { requiredKeys: ['hooks'] },
)
const events = fc.dictionary(
  fc.constantFrom('Stop', 'PreToolUse', 'Setup', 'SessionEnd', 'other'),
  fc.array(group, { maxLength: 3 }),
)
const statusLine = fc.record(
  { type: fc.constant('command'), command: fc.string({ unit: 'binary' }), padding: fc.nat(3), own: fc.jsonValue() },
  { requiredKeys: ['type', 'command'] },
)
const settings = fc.record(
  {
    model: fc.string(),
    statusLine,
    env: fc.dictionary(fc.string(), fc.jsonValue()),
    hooks: events,
    last: fc.jsonValue(),
  },
  { requiredKeys: [] },
)

/** The same value as people write it: any layout, comments anywhere between words, trailing commas. */
const written = fc
  .record({
    value: settings,
    step: fc.constantFrom(undefined, ' ', '  ', '    ', '\t'),
    eol: fc.constantFrom('\n', '\r\n'),
    mark: fc.constantFrom('', '\ufeff'),
    trivia: fc.array(fc.constantFrom('', '', '', ' ', '\n', ' // note\n', '/* note */', '\n// }\n', ',', ','), {
      minLength: 1,
      maxLength: 40,
    }),
  })
  .map(({ value, step, eol, mark, trivia }) => {
    let turn = 0
    const between = (): string => trivia[turn++ % trivia.length] ?? ''
    const words = JSON.stringify(value, null, step).match(/"(?:[^"\\]|\\.)*"|[^"\s]|\s+/g) ?? []
    const isWord = (word: string | undefined): boolean => word !== undefined && /[^\s\d.\-+a-zA-Z]/.test(word)
    const spread = words.map((word, index) => {
      const extra = isWord(word) ? between() : ''
      if (extra !== ',') return word + extra
      const next = words.slice(index + 1).find((other) => other.trim() !== '')
      return /^["\]}]/.test(word.at(-1) ?? '') && (next === '}' || next === ']') ? `${word},` : word
    })
    return mark + spread.join('').replaceAll(/\r?\n/g, eol)
  })

/** An install that asks for the status line, or does not. */
const line = fc.record({ script: fc.constant(script), asked: fc.boolean() })

it('install and uninstall give back the same bytes, whatever the settings', () => {
  fc.assert(
    fc.property(written, line, (original, wish) => {
      const installed = text(addHooks(original, wanted, undefined, wish))
      expect(text(removeHooks(installed, wanted, original))).toBe(original)
    }),
    { numRuns: 100 },
  )
}, 30_000)

it('installing twice is installing once', () => {
  fc.assert(
    fc.property(written, line, (original, wish) => {
      const once = text(addHooks(original, wanted, undefined, wish))
      expect(text(addHooks(once, wanted, original, wish))).toBe(once)
      expect(text(addHooks(once, wanted, original, { script, asked: false }))).toBe(once)
    }),
    { numRuns: 100 },
  )
}, 30_000)

it('a status line is wrapped and given back, and nothing else of it changes, with and without a backup', () => {
  const read = (source: string | undefined): { statusLine?: { command: string } } =>
    parse((source ?? '').replace('\ufeff', ''), [], { allowTrailingComma: true })
  fc.assert(
    fc.property(written, fc.boolean(), (original, backed) => {
      const before = read(original).statusLine
      const own = before === undefined ? { script } : { script, own: before.command }
      const installed = text(addHooks(original, wanted, undefined, { script, asked: true }))
      expect(read(installed).statusLine).toEqual({ type: 'command', ...before, command: statusLineCommand(own) })
      const edited = (installed ?? '').replace('{', '{ "later": 1, ')
      expect(read(text(removeHooks(edited, wanted, backed ? original : undefined))).statusLine).toEqual(before)
    }),
    { numRuns: 100 },
  )
}, 30_000)

it('without a backup the settings still mean the same after install and uninstall, but for empty containers', () => {
  const filled = (value: unknown): unknown => {
    const { hooks, ...rest } = value as { hooks?: Record<string, unknown[]> }
    const kept = Object.entries(hooks ?? {}).filter(([, groups]) => groups.length > 0)
    return kept.length > 0 ? { ...rest, hooks: Object.fromEntries(kept) } : rest
  }
  const read = (source: string): unknown => parse(source.replace('\ufeff', ''), [], { allowTrailingComma: true })
  fc.assert(
    fc.property(written, line, (original, wish) => {
      const installed = text(addHooks(original, wanted, undefined, wish)) ?? ''
      expect(filled(read(text(removeHooks(installed, wanted)) ?? '{}'))).toEqual(filled(read(original)))
      expect((read(installed) as { hooks: object }).hooks).toMatchObject({
        Stop: expect.arrayContaining([wanted.get('Stop')]),
      })
    }),
    { numRuns: 100 },
  )
}, 30_000)
