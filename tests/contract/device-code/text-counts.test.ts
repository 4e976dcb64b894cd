import { expect, it } from 'vitest'
import { openSnippets } from './open-program.js'
import { textCountsIn } from './text-counts.js'

const PREAMBLE = `
declare const text: string, maybe: string | undefined, list: readonly string[], pair: [string, string], index: number
declare const anything: any, one: 'a' | 'b', face: '😀', either: string | number[], texts: Record<string, number>
declare const v: { string(): Schema<string>; array(): Schema<string[]>; maxLength<T>(limit: number): Measure<T>
  pipe<T>(schema: Schema<T>, measure: Measure<T>): void }
interface Schema<T> { of: T }
interface Measure<T> { measures: (value: T) => void }
`

/** An expression, and the places in it that count, index or order a text. */
const SNIPPETS: readonly (readonly [code: string, ...counts: string[]])[] = [
  ['text.length', 'text.length'],
  ['text.trim().length > 8', 'text.trim().length'],
  ['maybe?.slice(1, -1)', 'maybe?.slice(1, -1)'],
  ['text[index]', 'text[index]'],
  ['text.charAt(0)', 'text.charAt(0)'],
  ['text.codePointAt(index)', 'text.codePointAt(index)'],
  ['text.charCodeAt(0)', 'text.charCodeAt(0)'],
  ['text.padEnd(8)', 'text.padEnd(8)'],
  ['text.indexOf("😀")', 'text.indexOf("😀")'],
  ['text.split("")', 'text.split("")'],
  ['list[0]!.length', 'list[0]!.length'],
  ['list.map((name) => name.at(-1))', 'name.at(-1)'],
  ['list.filter(({ length }) => length)', '{ length }'],
  ['pair[1].substring(2)', 'pair[1].substring(2)'],
  ['either.length', 'either.length'],
  ['face.length', 'face.length'],
  ['anything.length', 'anything.length'],
  ['anything[index]', 'anything[index]'],
  ['String(index).length', 'String(index).length'],
  ['<T extends string>(given: T) => given.length', 'given.length'],
  ['text < "b"', 'text < "b"'],
  ['/[^a-z]/g.test(text)', '/[^a-z]/g'],
  ['/^.{3}$/.test(text)', '/^.{3}$/'],
  ['v.pipe(v.string(), v.maxLength(64))', 'v.maxLength(64)'],
  // What only looks like it.
  ['list.length + pair.length + list.slice(1).length'],
  ['list[index] ?? pair[0]'],
  ['texts[text]'],
  ['one.length'],
  ['text.length === 0 || text.length > 0'],
  ['Array.from(text).length + [...text].length'],
  ['text.codePointAt(0)'],
  ['index < 3 && text === "b"'],
  ['text.split(",").length'],
  ['text.startsWith("é") && text.includes("😀")'],
  ['/^[^a-z]*$/.test(text) || /.+/.test(text) || /[a-z.]\\.[^\\]]*/.test(text)'],
  ['/^.{3}$/u.test(text)'],
  ['v.pipe(v.array(), v.maxLength(3))'],
]

const open = openSnippets(
  Object.fromEntries(SNIPPETS.map(([code], at) => [`${at}.ts`, `${PREAMBLE}export const result = ${code}`])),
)
const counts = textCountsIn(open)
const complaints = open.files.map((file) => open.program.getSemanticDiagnostics(file.fileName))
open.close()

it.each(SNIPPETS.map(([code, ...expected], at) => ({ code, expected, at })))('finds $expected in $code', (snippet) => {
  const found = counts.filter(({ file }) => file.endsWith(`/${snippet.at}.ts`)).map(({ code }) => code)
  expect(found).toEqual(snippet.expected)
})

it('was asked of snippets whose types hold', () => {
  expect(complaints.flat().map(({ text }) => text)).toEqual([])
})
