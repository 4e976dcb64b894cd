import { expect, it } from 'vitest'
import { absencesIn } from './absences.js'
import { openSnippets } from './open-program.js'

/** A snippet, and what in it the device lacks. */
const SNIPPETS: readonly (readonly [code: string, ...lacks: string[]])[] = [
  ['new URL(location)', 'URL', 'location'],
  ['new URLSearchParams("a=b")', 'URLSearchParams'],
  ['new TextEncoder().encode("a")', 'TextEncoder'],
  ['new TextDecoder()', 'TextDecoder'],
  ['new Intl.Segmenter()', 'Intl'],
  ['setTimeout(() => {}, 5)', 'setTimeout'],
  ['setInterval(f); function f() {}', 'setInterval'],
  ['clearTimeout(1)', 'clearTimeout'],
  ['queueMicrotask(() => structuredClone([]))', 'queueMicrotask', 'structuredClone'],
  ['console.log(1)', 'console'],
  ['typeof process', 'process'],
  ['export const f = ({ now = performance.now() }) => now', 'performance'],
  ['export default { crypto }', 'crypto'],
  ['[document.title]', 'document'],
  ['class A extends AbortController {}', 'AbortController'],
  ['async () => await fetch("/")', 'fetch'],
  ['Buffer.from("a")', 'Buffer'],
  ['Temporal.Now', 'Temporal'],
  ['navigator?.userAgent', 'navigator'],
  ['globalThis.URL', 'globalThis.URL'],
  ['new Function("return 1")', 'Function'],
  ['eval("1")', 'eval'],
  ['/^\\p{L}+$/u', '\\p{}'],
  ['/[\\P{ASCII}]/v', '\\p{}'],
  ['new RegExp("\\\\p{L}", "u")', '\\p{}'],
  ['new RegExp(`\\\\p{L}`)', '\\p{}'],
  ['/[\\ud800-\\udbff]/', 'half a character'],
  ['"\\uD83D"', 'half a character'],
  ['"é".normalize("NFD")', '.normalize()'],
  ['["b", "a"].sort((a, b) => a.localeCompare(b))', '.localeCompare()'],
  ['(1234.5).toLocaleString()', '.toLocaleString()'],
  ['"A".toLocaleLowerCase()', '.toLocaleLowerCase()'],
  ['"a".isWellFormed()', '.isWellFormed()'],
  // What only looks like it.
  ['[1].map((window) => window)'],
  ['const performance = 1; export { performance }'],
  ['const a = { process: 1, fetch() {} }; a.process; a.fetch()'],
  ['const { console: said } = { console: 1 }; said'],
  ['import crypto from "crypto"; crypto.x'],
  ['function f() { return arguments } export { f as Intl }'],
  ['process: for (;;) { break process }'],
  ['class A { fetch = 1; #URL = 2; get() { return this.#URL } }'],
  ['// console.log, \\p{L}\n"a console, a URL"'],
  ['trace("x"); screen.postMessage("y"); globalThis.backlight?.write(1)'],
  ['new Map([[undefined, NaN]]); JSON.parse("1"); Symbol.iterator; Math.cos(1); new WeakRef({})'],
  ['"\\u00e9 \\u2026"; /[\\u0000-\\u001f]/'],
]

const open = openSnippets(Object.fromEntries(SNIPPETS.map(([code], at) => [`${at}.js`, code])))
const absences = absencesIn(open)
open.close()

it.each(SNIPPETS.map(([code, ...lacks], at) => ({ code, lacks, at })))('finds $lacks in $code', ({ lacks, at }) => {
  const found = absences.filter(({ file }) => file.endsWith(`/${at}.js`)).map(({ uses }) => uses)
  expect(found.sort()).toEqual([...lacks].sort())
})
