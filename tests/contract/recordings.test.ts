import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Provider, Sessions, State } from '@codexbar/protocol/wire'
import { describe, expect, it } from 'vitest'
import { START, type Stage, stage, temporaryFolder } from '../kit/stage.js'

type Line = { t_ms: number; kind: string; provider?: Provider; payload?: Record<string, unknown> }
type Truth = {
  t_ms: number
  session_id: string
  provider: Provider
  truth: State | 'gone'
  alt?: State
  hidden?: boolean
  revealed_t_ms?: number | null
}

const folder = new URL('../fixtures/recordings/', import.meta.url)
const recordings = readdirSync(folder).filter((name) => name.endsWith('.jsonl'))

/** How long a witness may take to be believed: it is looked at twice a second. */
const SEEN_WITHIN = 1000

/** A dialog that no hook told of is not raised by the session file, only confirmed or ended by it. */
const RAISED_BY_NOTHING = new Set(['needs_user'])

function load(name: string) {
  const lines = readFileSync(new URL(name, folder), 'utf8').trim().split('\n')
  const truth = readFileSync(new URL(`truth/${name.replace('.jsonl', '.json')}`, folder), 'utf8')
  return { lines: lines.map((line) => JSON.parse(line) as Line), truth: JSON.parse(truth) as Truth[] }
}

/** What is shown of a session now. */
async function shown({ app, home }: Stage, id: string): Promise<State | 'gone'> {
  const token = readFileSync(join(home, 'token'), 'utf8').trim()
  const answer = await app.request('/v1/sessions', { headers: { authorization: `Bearer ${token}` } })
  const { sessions } = (await answer.json()) as Sessions
  return sessions.find(({ session_id }) => session_id === id)?.state ?? 'gone'
}

async function tell({ post }: Stage, { provider, payload }: Line): Promise<void> {
  const answer = await post(`/hooks/${provider?.toLowerCase()}`, payload)
  expect(answer.status).toBe(200)
}

/** What may be shown of a session at `t`: the last thing that is known of it by then. */
function truthsAt(truth: readonly Truth[], id: string, t: number, isKnown: (entry: Truth) => boolean) {
  const entry = truth.filter((entry) => entry.session_id === id && entry.t_ms <= t && isKnown(entry)).at(-1)
  if (entry === undefined) return ['gone']
  // Where a recording ends nobody noted more than that the wait was over.
  return [entry.truth, ...(entry.truth === 'unknown' ? ['idle'] : []), ...(entry.alt === undefined ? [] : [entry.alt])]
}

describe.each(recordings)('%s', (name) => {
  const { lines, truth } = load(name)
  const ids = [...new Set(truth.map(({ session_id }) => session_id))]

  it('is shown as it truly was, as soon as a hook tells', async () => {
    const desk = stage()
    const hooks = lines.filter(({ kind }) => kind === 'hook')
    for (const [index, line] of hooks.entries()) {
      await desk.clock.advance(Math.max(0, START + line.t_ms - desk.clock.now()))
      await tell(desk, line)
      const next = hooks[index + 1]?.t_ms ?? line.t_ms + 20_000
      if (next === line.t_ms) continue
      // What needs no more than time is settled before the next hook, or within the retry of a failed request.
      await desk.clock.advance(Math.min(next - line.t_ms - 1, 4500))
      const t = desk.clock.now() - START
      const isKnown = ({ hidden, revealed_t_ms: at }: Truth) => hidden !== true || (typeof at === 'number' && at <= t)
      for (const id of ids) expect(truthsAt(truth, id, t, isKnown), `${t} ms, ${id}`).toContain(await shown(desk, id))
    }
  })

  if (name.startsWith('claude')) {
    it('is shown as it truly was within a second, as soon as hook or session file tells', async () => {
      const claude_dir = temporaryFolder()
      const file = join(claude_dir, 'sessions', '17820.json')
      mkdirSync(join(claude_dir, 'sessions'))
      const desk = stage({ config: { claude_dir } })
      const hooks = lines.filter(({ kind }) => kind === 'hook').map((line) => ({ t: line.t_ms, line }))
      const moments = [...hooks, ...truth.map((entry) => ({ t: entry.t_ms + 60, entry }))].sort((a, b) => a.t - b.t)
      const raised = new Set<Truth>()
      for (const [index, moment] of moments.entries()) {
        await desk.clock.advance(Math.max(0, START + moment.t - desk.clock.now()))
        if ('line' in moment) {
          await tell(desk, moment.line)
          for (const entry of truth) if (moment.line.t_ms >= (entry.revealed_t_ms ?? Infinity)) raised.add(entry)
        } else write(file, moment.entry)
        const next = moments[index + 1]?.t ?? moment.t + 5000
        if (next - moment.t <= SEEN_WITHIN) continue
        await desk.clock.advance(SEEN_WITHIN)
        const t = moment.t + SEEN_WITHIN
        const isKnown = (entry: Truth) =>
          entry.hidden !== true || !RAISED_BY_NOTHING.has(entry.truth) || raised.has(entry)
        for (const id of ids) expect(truthsAt(truth, id, t, isKnown), `${t} ms, ${id}`).toContain(await shown(desk, id))
      }
    })
  }
})

/** Writes the session file as the client would at this moment of the session. */
function write(file: string, { truth, session_id, t_ms }: Truth): void {
  if (truth === 'gone') {
    rmSync(file, { force: true })
    return
  }
  const status = truth === 'needs_user' ? 'waiting' : truth === 'running' ? 'busy' : 'idle'
  const statusUpdatedAt = START + t_ms + 60
  writeFileSync(
    file,
    JSON.stringify({ pid: 17820, sessionId: session_id, status, statusUpdatedAt, pidDomain: 'pid:[1]' }),
  )
}
