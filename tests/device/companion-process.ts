import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@codexbar/client'
import { onTestFinished } from 'vitest'
import { freePort } from '../kit/free-port.js'
import { repo } from '../kit/repo.js'
import { waitUntil } from '../kit/wait-until.js'

/** A companion that is a process of its own: it can be killed and frozen. */
export type CompanionProcess = {
  port: number
  start(): Promise<void>
  kill(): Promise<void>
  freeze(): void
  thaw(): void
  report(event: string): Promise<void>
}

const MAIN = join(repo, 'apps/companion/dist/main.js')

/** Starts the built command in a throw-away home and waits until it answers. */
export async function startProcess(): Promise<CompanionProcess> {
  const home = await mkdtemp(join(tmpdir(), 'codexbar-desk-'))
  const claude_dir = join(home, 'claude')
  await mkdir(join(claude_dir, 'sessions'), { recursive: true })
  await writeFile(join(home, 'config.json'), JSON.stringify({ notify: { enabled: false }, claude_dir }))
  const port = await freePort()
  const env = { PATH: process.env.PATH, HOME: home, CODEXBAR_HOME: home, CODEXBAR_PORT: String(port) }
  const client = createClient({ url: `http://127.0.0.1:${port}` })
  const run = () => spawn(process.execPath, [MAIN, 'start'], { env, stdio: 'ignore' })
  const answers = () =>
    waitUntil('the companion', () =>
      client.health().then(
        () => true,
        () => false,
      ),
    )
  let child = run()
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  onTestFinished(async () => {
    await kill()
    await rm(home, { recursive: true, force: true })
  })
  await answers()
  return {
    port,
    kill,
    async start() {
      child = run()
      await answers()
    },
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    async report(event) {
      await client.report({ provider: 'Claude', event, session_id: 's1', cwd: '/home/u/projects/api' })
    },
  }
}
