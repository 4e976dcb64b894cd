import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { createClient } from '@codexbar/client'
import { freePort } from './free-port.js'
import { repo } from './repo.js'
import { waitUntil } from './wait-until.js'

const main = join(repo, 'apps/companion/dist/main.js')

/** What a companion gets besides the defaults: settings, and a folder of programs that it finds first. */
type Extras = { readonly config?: object; readonly programs?: string }

/** A real companion with a home of its own; it can be stopped and started again at the same address. */
export const prepareCompanion = async (home: string, { config, programs }: Extras = {}) => {
  const codexbarHome = join(home, '.codexbar')
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const environment = { CODEXBAR_HOME: codexbarHome, CODEXBAR_PORT: String(port) }
  await mkdir(codexbarHome, { recursive: true, mode: 0o700 })
  await writeFile(join(codexbarHome, 'config.json'), JSON.stringify({ notify: { enabled: false }, ...config }))

  let child: ChildProcess | undefined
  let log = ''
  const hear = (chunk: Buffer) => {
    log += chunk
  }

  const start = async () => {
    const path = [programs, process.env.PATH].filter(Boolean).join(delimiter)
    const env = { PATH: path, HOME: home, ...environment }
    const started = spawn(process.execPath, [main, 'start'], { env, stdio: ['ignore', 'pipe', 'pipe'] })
    for (const stream of [started.stdout, started.stderr]) stream.on('data', hear)
    child = started
    const anyone = createClient({ url })
    const healthy = () => anyone.health().then(Boolean, () => false)
    await waitUntil('the companion to answer', healthy, { saw: () => log })
    const token = readFileSync(join(codexbarHome, 'token'), 'utf8').trim()
    return createClient({ url, token })
  }

  const stop = async () => {
    const ending = child
    child = undefined
    if (!ending || ending.exitCode !== null) return
    const ended = new Promise((resolve) => ending.once('exit', resolve))
    ending.kill('SIGTERM')
    await ended
  }

  return { port, environment, start, stop, log: () => log }
}

export type Companion = Awaited<ReturnType<typeof prepareCompanion>>
