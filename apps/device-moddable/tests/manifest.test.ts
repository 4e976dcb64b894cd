import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const app = join(import.meta.dirname, '..')
const text = readFileSync(join(app, 'firmware/manifest.json'), 'utf8')
const manifest = JSON.parse(text) as { preload: string[]; modules: Record<string, string> }

type Turbo = { tasks: { build: { outputs: string[] } } }

const sources = readdirSync(join(app, 'src')).filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'))
const names = sources.map((name) => `codexbar/${name.replace('.ts', '')}`)

test('every module but main is kept in flash', () => {
  const own = manifest.preload.filter((name) => /^codexbar\/[^/*]+$/.test(name))
  expect(own.sort()).toEqual(names.filter((name) => name !== 'codexbar/main').sort())
  expect(manifest.preload).toEqual(
    expect.arrayContaining(['codexbar/ui/*', '@codexbar/display', '@codexbar/protocol/wire']),
  )
})

test('no setting of a person is in the manifest', () => {
  expect(text).not.toMatch(/ssid|password|token|companion"/)
})

test('turbo keeps the modules alone: the simulator is built beside them, settings in readable form', () => {
  const { tasks } = JSON.parse(readFileSync(join(app, 'turbo.json'), 'utf8')) as Turbo
  expect(tasks.build.outputs).toEqual(['dist/modules/**'])
})

test('the folder of the manifest has no package.json, which some tools of the SDK would take for another kind of app', () => {
  expect(readdirSync(join(app, 'firmware'))).not.toContain('package.json')
})
