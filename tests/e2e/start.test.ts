import { type ChildProcess, spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@codexbar/client'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { freePort } from '../kit/free-port.js'
import { repo } from '../kit/repo.js'
import { waitUntil } from '../kit/wait-until.js'

const MAIN = join(repo, 'apps/companion/dist/main.js')

describe('codexbar start', () => {
  let folder: string
  let port: number
  const children = new Set<ChildProcess>()

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'codexbar-e2e-'))
    port = await freePort()
  })

  afterEach(async () => {
    for (const child of children) child.kill('SIGKILL')
    children.clear()
    await rm(folder, { recursive: true, force: true })
  })

  const start = async (home: string, at = port, config: string = '{ "notify": { "enabled": false } }') => {
    const path = join(folder, home)
    await mkdir(path, { recursive: true })
    await writeFile(join(path, 'config.json'), config)
    const env = { PATH: process.env.PATH, HOME: folder, CODEXBAR_HOME: path, CODEXBAR_PORT: String(at) }
    const child = spawn(process.execPath, [MAIN, 'start'], { env, stdio: ['ignore', 'pipe', 'pipe'] })
    children.add(child)
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk))
    return {
      child,
      said: () => said,
      saying: (words: string) => waitUntil(words, () => said.includes(words), { saw: () => said }),
      ended: () => waitUntil('its end', () => child.exitCode ?? undefined, { saw: () => said }),
    }
  }

  test('says where it listens and what to do next', async () => {
    const { saying, said } = await start('one')
    await saying('codexbar status --watch')
    expect(said()).toContain(`listens on http://127.0.0.1:${port}.`)
    expect(said()).toContain('hooks install')
    expect(said()).not.toContain('anyone can read')
  })

  test('says that the shared topic is public', async () => {
    const { saying } = await start('one', port, '{}')
    await saying('which anyone can read')
  })

  test.each(['SIGINT', 'SIGTERM'] as const)('%s ends it quickly, with an answer held', async (signal) => {
    const { child, saying, ended } = await start('one')
    await saying('Ctrl-C')
    const client = createClient({ url: `http://127.0.0.1:${port}` })
    const known = await client.status()
    const held = client.status({ etag: (known.changed && known.etag) || '', wait: 25 })
    await new Promise((resolve) => setTimeout(resolve, 100))
    const began = performance.now()
    child.kill(signal)
    expect(await ended()).toBe(0)
    expect(performance.now() - began).toBeLessThan(2_000)
    expect(await held).toEqual({ changed: false })
  })

  test('a second companion on the same home says so', async () => {
    await (await start('one')).saying('listens on')
    const second = await start('one', await freePort())
    expect(await second.ended()).toBe(1)
    expect(second.said()).toMatch(/a companion already runs on .*one \(process \d+\)/)
  })

  test('a port in use is named, and how to choose another', async () => {
    await (await start('one')).saying('listens on')
    const second = await start('two')
    expect(await second.ended()).toBe(1)
    expect(second.said()).toContain(`port ${port} on 127.0.0.1 is in use; choose another with CODEXBAR_PORT=`)
  })

  test('a setting that does not exist is named with its line and what is allowed', async () => {
    const { ended, said } = await start('one', port, '{\n  "notify": { "enabld": true }\n}')
    expect(await ended()).toBe(1)
    expect(said()).toContain('line 2: notify.enabld: no such setting; allowed here: enabled')
  })
})
