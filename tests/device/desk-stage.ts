import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@codexbar/client'
import type { Report } from '@codexbar/protocol/wire'
import { expect, onTestFinished } from 'vitest'
import { type RunningServer, startServer } from '../../apps/companion/src/server.js'
import type { ConfigInput } from '../../apps/companion/src/shell/config.js'
import { DESK } from '../kit/simulator/build-desk.js'
import { type Preferences, type Simulator, simulate } from '../kit/simulator/simulator.js'

/** A companion that runs in the test's own process, in a throw-away home. */
export type StagedCompanion = {
  port: number
  home: string
  report(event: string, more?: Partial<Report>): Promise<void>
  /** A client that may do everything. */
  admin: ReturnType<typeof createClient>
  close(): Promise<void>
}

const QUIET = { info() {}, warn() {}, error() {} }

/** Starts a companion that answers on a free port. Without `session_id` a report is of Claude's session in `api`. */
export async function startCompanion(
  options: { home?: string; port?: number; config?: ConfigInput } = {},
): Promise<StagedCompanion> {
  const home = options.home ?? (await temporaryHome())
  const claude = join(home, 'claude')
  await mkdir(join(claude, 'sessions'), { recursive: true })
  const server = await startServer({
    home,
    port: options.port ?? 0,
    env: { HOME: home },
    config: { notify: { enabled: false }, claude_dir: claude, ...options.config },
    log: QUIET,
  })
  if (!server.ok) throw new Error(server.message)
  const running: RunningServer = server
  let open = true
  const close = async () => {
    if (open) await running.close()
    open = false
  }
  onTestFinished(close)
  const client = createClient({ url: running.url })
  return {
    port: running.port,
    home,
    admin: createClient({ url: running.url, token: (await readFile(join(home, 'token'), 'utf8')).trim() }),
    async report(event, more = {}) {
      const body = { provider: 'Claude', event, session_id: 's1', cwd: '/home/u/projects/api', ...more } as Report
      await client.report(body)
    },
    close,
  }
}

/** Starts the firmware in the simulator. The test fails when it throws, unless the test takes its faults. */
export async function startDesk(
  companions: readonly number[],
  more: { rate?: number; token?: string; brightness?: number; wifi?: boolean; faults?: RegExp } = {},
): Promise<Simulator> {
  const { rate = 1, token = '', brightness = 100, wifi = true } = more
  const urls = companions.map((port) => `http://127.0.0.1:${port}`).join(',')
  const preferences: Preferences = {
    wifi: wifi ? { ssid: 'desk', password: 'secret' } : {},
    companion: { urls, tokens: token },
    display: { brightness },
    test: { rate },
  }
  const simulator = await simulate(DESK, preferences)
  onTestFinished(async () => {
    const faults = simulator.faults()
    await simulator.stop()
    expect(faults.filter((fault) => !more.faults?.test(fault))).toEqual([])
  })
  return simulator
}

async function temporaryHome(): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'codexbar-desk-'))
  onTestFinished(() => rm(home, { recursive: true, force: true }))
  return home
}
