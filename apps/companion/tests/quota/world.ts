import { appendFileSync, mkdirSync, renameSync, utimesSync, writeFileSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Usage } from '@codexbar/protocol/wire'
import type { CompanionOptions } from '../../src/companion.js'
import type { ConfigInput } from '../../src/shell/config.js'
import { createClock, type SimulatedClock, turn } from '../clock.js'
import { type Stage, stage, temporaryFolder } from '../stage.js'

/** What `/usage` says of one provider. */
export type Shown = Usage['providers'][number]

/** A window as Claude's status line has it: percent used and reset (Unix ms). */
export type Line = { five_hour?: Limit; seven_day?: Limit } & Record<string, unknown>
type Limit = { used_percentage: unknown; resets_at: unknown } | null

/** A companion among the files of both agents, all in our hands. */
export type World = {
  companion: Stage
  clock: SimulatedClock
  /** The person's folder. */
  home: string
  /** A terminal of Claude draws its status line: `work` grows with each answer that its session got. */
  statusLine(session: string, limits: Line | undefined, work: number): Promise<void>
  /** Claude Code writes `~/.claude.json`, replacing the file. */
  claudeJson(content: unknown): void
  /** Codex writes a line of a session, at `at` (Unix ms). */
  rollout(session: string, payload: Record<string, unknown>, at?: number): void
  codexAuth(content: unknown): void
  /** Claude Code signs in: it writes the credentials that its service takes. */
  claudeCredentials(content: unknown): void
  shown(provider: 'Claude' | 'Codex'): Promise<Shown>
  /** Returns what is shown once it holds: files are read as the system tells of them. */
  shownOnce(provider: 'Claude' | 'Codex', holds: (shown: Shown) => boolean): Promise<Shown>
  /** Lets time pass, and files be read meanwhile. */
  pass(ms: number): Promise<void>
  /** Ends the companion and starts another among the same files. */
  restart(): Promise<World>
}

/** Whoever reads a file has read it after as many reads of ours. */
const READS = 12
const STEP = 30_000

/** Returns a world at the clock's beginning. `fetch` answers the services. */
export function world(
  options: { config?: ConfigInput; home?: string; clock?: SimulatedClock; inherited?: Stage } & Pick<
    CompanionOptions,
    'fetch' | 'spawn'
  > = {},
): World {
  const { home = temporaryFolder(), clock = createClock(), config = {} } = options
  const companion =
    options.inherited ??
    stage({
      clock,
      home: join(home, '.codexbar'),
      random: () => 0,
      env: { HOME: home, PATH: process.env.PATH },
      ...(options.fetch === undefined ? {} : { fetch: options.fetch }),
      ...(options.spawn === undefined ? {} : { spawn: options.spawn }),
      config: { quota: {}, claude_dir: join(home, '.claude'), codex_dir: join(home, '.codex'), ...config },
    })

  async function shown(provider: 'Claude' | 'Codex'): Promise<Shown> {
    const usage = (await (await companion.get('/usage')).json()) as Usage
    const entry = usage.providers.find(({ name }) => name === provider)
    if (entry === undefined) throw new Error(`${provider} is not shown`)
    return entry
  }

  return {
    companion,
    clock,
    home,
    async statusLine(session, limits, work) {
      await companion.post('/hooks/claude', {
        session_id: session,
        cwd: '/home/u/p',
        model: { id: 'm', display_name: 'M' },
        version: '2.1.332',
        cost: { total_cost_usd: work, total_api_duration_ms: work },
        ...(limits === undefined ? {} : { rate_limits: limits }),
      })
    },
    claudeJson: (content) => replace(join(home, '.claude.json'), text(content), clock.now()),
    codexAuth: (content) => replace(join(home, '.codex', 'auth.json'), text(content), clock.now()),
    claudeCredentials: (content) => replace(join(home, '.claude', '.credentials.json'), text(content), clock.now()),
    rollout(session, payload, at = clock.now()) {
      const timestamp = new Date(at).toISOString()
      const day = timestamp.slice(0, 10).split('-')
      const path = join(home, '.codex', 'sessions', ...day, `rollout-2026-11-30T09-00-00-${session}.jsonl`)
      mkdirSync(dirname(path), { recursive: true })
      appendFileSync(path, `${JSON.stringify({ timestamp, type: 'event_msg', payload })}\n`)
    },
    shown,
    async shownOnce(provider, holds) {
      for (let round = 0; round < 2_000; round += 1) {
        const entry = await shown(provider)
        if (holds(entry)) return entry
        if (round % 20 === 19) await clock.advance(1_000)
        await turn()
      }
      throw new Error(`never shown; last: ${JSON.stringify(await shown(provider))} ${JSON.stringify(companion.facts)}`)
    },
    async pass(ms) {
      for (let left = ms; left > 0; left -= STEP) {
        await clock.advance(Math.min(STEP, left))
        for (let read = 0; read < READS; read += 1) await stat(home)
        await turn()
      }
    },
    async restart() {
      return world({ ...options, home, clock, inherited: await companion.restart() })
    },
  }
}

/** Returns a `token_count` event with these limits. */
export function tokenCount(rate_limits: unknown): Record<string, unknown> {
  return { type: 'token_count', info: { total_token_usage: {} }, rate_limits }
}

/** Returns the percent used of each window that is shown. */
export function percents({ windows }: Shown): Record<string, number | null> {
  return Object.fromEntries(windows.map(({ label, pct }) => [label, pct]))
}

function text(content: unknown): string {
  return typeof content === 'string' ? content : JSON.stringify(content)
}

/** Writes a file at `at` (Unix ms) by the clock of the test: a file tells when it was written. */
function replace(path: string, content: string, at: number): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(`${path}.draft`, content)
  utimesSync(`${path}.draft`, at / 1_000, at / 1_000)
  renameSync(`${path}.draft`, path)
}
