import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { beforeAll, describe, expect, it } from 'vitest'

/** What the device has room for, minified. */
const ROOM = 20_000

/** What its engine does not have. */
const ABSENT = [
  ['Unicode property escapes', /\\p\{/],
  ['Intl', /\bIntl\b/],
  ['normalize', /\.normalize\(/],
  ['URL', /\bnew URL\b/],
  ['TextEncoder', /\bTextEncoder\b/],
  ['timers', /\bsetTimeout\b|\bsetInterval\b/],
  ['console', /\bconsole\./],
  ['process', /\bprocess\./],
  ['modules of others', /^import /m],
] as const

let text = ''

beforeAll(async () => {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('../src/wire/index.ts', import.meta.url))],
    bundle: true,
    write: false,
    minify: true,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    target: 'es2022',
  })
  text = outputFiles[0]?.text ?? ''
})

describe('the wire as the device runs it', () => {
  it('fits', () => {
    expect(text.length).toBeGreaterThan(1000)
    expect(text.length).toBeLessThan(ROOM)
  })

  it.each(ABSENT)('needs no %s', (_, pattern) => {
    expect(text).not.toMatch(pattern)
  })

  it('merges and aggregates in one file', async () => {
    const wire = await import(`data:text/javascript,${encodeURIComponent(text)}`)
    const idle = wire.merge([])
    expect(wire.aggregate([], new Set(), 0).Claude.state).toBe('idle')
    expect(idle.providers.map(({ name }: { name: string }) => name)).toEqual(['Claude', 'Codex'])
  })
})
