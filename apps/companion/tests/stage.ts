import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Status } from '@codexbar/protocol/wire'
import { onTestFinished } from 'vitest'
import { QUOTA_SOURCES } from '../src/agents/index.js'
import { type Companion, type CompanionOptions, createCompanion } from '../src/companion.js'
import { createClock, type SimulatedClock } from './clock.js'

/** What was published to the fake ntfy. */
export type Published = { topic: string; title: string; message: string; priority: number; tags: string[] }

/** A companion in a throw-away home, with every edge in our hands. */
export type Stage = Companion & {
  home: string
  clock: SimulatedClock
  published: Published[]
  facts: string[]
  get(path: string, headers?: Record<string, string>): Promise<Response>
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>
  /** Reports one event of session `s1` of Claude in `/home/u/projects/api`, unless told otherwise. */
  report(event: string, more?: Record<string, unknown>): Promise<unknown>
  status(): Promise<Status>
  /** Ends this companion and starts another on the same home. */
  restart(options?: Partial<CompanionOptions>): Promise<Stage>
}

/** Nothing is read of the quota: who tests that says `quota: {}`. */
const NO_QUOTA = { sources: Object.fromEntries(QUOTA_SOURCES.map(({ id }) => [id, false])) }

/** Returns an empty folder that goes with the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'codexbar-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Returns a companion on a stage of its own. Its ntfy takes everything unless `fetch` says otherwise. */
export function stage(options: Partial<CompanionOptions> & { clock?: SimulatedClock } = {}): Stage {
  const home = options.home ?? temporaryFolder()
  const clock = options.clock ?? createClock()
  const published: Published[] = []
  const facts: string[] = []
  const say = (fact: string) => void facts.push(fact)
  const claudeDir = join(home, 'claude')
  mkdirSync(join(claudeDir, 'sessions'), { recursive: true })
  const companion = createCompanion({
    fetch: async (input, init) => {
      published.push((await new Request(input, init).json()) as Published)
      return new Response('{}')
    },
    log: { info: say, warn: say, error: say },
    ...options,
    config: { claude_dir: claudeDir, codex_dir: join(home, 'codex'), quota: NO_QUOTA, ...options.config },
    home,
    clock,
  })
  const { app } = companion
  onTestFinished(() => companion.close())

  async function post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
    return app.request(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
  }

  return {
    ...companion,
    home,
    clock,
    published,
    facts,
    get: async (path, headers = {}) => app.request(path, { headers }),
    post,
    async report(event, more = {}) {
      const body = { provider: 'Claude', event, session_id: 's1', cwd: '/home/u/projects/api', ...more }
      return (await post('/attention', body)).json()
    },
    status: async () => (await app.request('/status')).json() as Promise<Status>,
    async restart(changed = {}) {
      await companion.close()
      return stage({ ...options, ...changed, home, clock })
    },
  }
}

/** Returns what is shown of a provider. */
export function shownOf(status: Status, name: 'Claude' | 'Codex') {
  const shown = status.providers.find((provider) => provider.name === name)
  if (shown === undefined) throw new Error(`${name} is not shown`)
  return shown.attention
}
