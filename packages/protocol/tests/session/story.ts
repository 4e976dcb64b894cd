import fc from 'fast-check'
import type { Report, State } from '../../src/wire/index.js'

/** One event of a story: when it happens, and what its hook reports. */
export type Told = { t: number; report: Report }

/** A made-up session whose true state is known at every moment. */
export type Story = { told: readonly Told[]; truthAt: (t: number) => State; endsAt: number }

type CallPlan = { tool: number; input: number; step: number; answer: number; run: number }
type TurnPlan = {
  gap: number
  groups: readonly (readonly CallPlan[])[]
  helper: readonly CallPlan[] | undefined
  end: 'Stop' | 'StopFailure'
}

const call: fc.Arbitrary<CallPlan> = fc.record({
  tool: fc.nat(1),
  input: fc.nat(2),
  step: fc.integer({ min: 5, max: 120 }),
  answer: fc.integer({ min: 400, max: 9000 }),
  run: fc.integer({ min: 5, max: 3000 }),
})

const turn: fc.Arbitrary<TurnPlan> = fc.record({
  gap: fc.oneof(fc.integer({ min: 10, max: 150 }), fc.integer({ min: 300, max: 60_000 })),
  groups: fc.array(fc.array(call, { minLength: 1, maxLength: 3 }), { maxLength: 3 }),
  helper: fc.option(fc.array(call, { minLength: 1, maxLength: 2 }), { nil: undefined }),
  end: fc.constantFrom('Stop', 'Stop', 'Stop', 'StopFailure'),
})

/** Stories of one Claude session: turns with parallel, equal and asking calls, and sub-agents that outlive the turn. */
export const story: fc.Arbitrary<Story> = fc.array(turn, { minLength: 1, maxLength: 3 }).map(write)

type Span = { from: number; to: number }

const TOOLS = ['Bash', 'Edit']
/** Whether a call needs permission depends on what it does: equal calls are alike. */
const ASKING_INPUTS = new Set([0, 1])
const BASE = { provider: 'Claude', session_id: 's1', cwd: '/home/u/api' }

function write(plans: readonly TurnPlan[]): Story {
  const told: Told[] = []
  const dialogs: Span[] = []
  const turns: (Span & { next: State })[] = []
  const helpers: Span[] = []
  let t = 0
  let serial = 0
  const say = (at: number, event: string, rest: Partial<Report>) =>
    told.push({ t: at, report: { ...BASE, event, ...rest } })

  /** Plays calls that run side by side; returns when the last is over. */
  const play = (calls: readonly CallPlan[], start: number, who: Partial<Report>): number => {
    let at = start
    let last = start
    const done = []
    for (const plan of calls) {
      serial += 1
      const of = {
        ...who,
        tool_name: TOOLS[plan.tool] as string,
        tool_use_id: `tu${serial}`,
        fingerprint: `p${plan.tool}${plan.input}`,
      }
      const { tool_use_id: _, ...request } = of
      const asks = ASKING_INPUTS.has(plan.input)
      at += plan.step
      say(at, 'PreToolUse', of)
      let begins = at
      if (asks) {
        at += plan.step
        say(at, 'PermissionRequest', request)
        begins = at + plan.answer
      }
      const ends = begins + plan.run
      if (asks) dialogs.push({ from: at, to: ends })
      done.push({ ends, of })
      last = Math.max(last, ends)
    }
    for (const { ends, of } of done) say(ends, 'PostToolUse', of)
    say(last + 10, 'PostToolBatch', {
      ...who,
      tool_calls: done.map(({ of }) => ({
        tool_use_id: of.tool_use_id,
        fingerprint: of.fingerprint,
        tool_name: of.tool_name,
      })),
    })
    return last + 10
  }

  say(t, 'SessionStart', { source: 'startup' })
  t += 3000
  plans.forEach((plan, index) => {
    const turn_id = `turn${index}`
    t += plan.gap
    const from = t
    say(t, 'UserPromptSubmit', { turn_id })
    let helperEnds: number | undefined
    if (plan.helper !== undefined) {
      const agent_id = `agent${index}`
      t += 30
      say(t, 'SubagentStart', { turn_id, agent_id })
      helperEnds = play(plan.helper, t + 300, { turn_id, agent_id }) + 400
      say(helperEnds, 'SubagentStop', { turn_id, agent_id })
      helpers.push({ from: t, to: helperEnds })
    }
    for (const group of plan.groups) t = play(group, t + 20, { turn_id }) + 15
    t += 40
    if (helperEnds !== undefined && Math.abs(helperEnds - t) < 300) t = helperEnds + 300
    const alive = helperEnds !== undefined && helperEnds > t
    const background_tasks = alive ? [{ id: `agent${index}`, type: 'subagent', status: 'running' }] : []
    say(t, plan.end, plan.end === 'Stop' ? { turn_id, background_tasks } : { turn_id, error: 'overloaded' })
    turns.push({ from, to: t, next: plan.end === 'Stop' ? 'done' : 'error' })
    if (helperEnds !== undefined && helperEnds > t) t = helperEnds + 2500
  })
  told.sort((a, b) => a.t - b.t)
  const within = (spans: readonly Span[], at: number) => spans.some((span) => span.from <= at && at < span.to)
  const truthAt = (at: number): State => {
    if (within(dialogs, at)) return 'needs_user'
    if (within(turns, at)) return 'running'
    const last = turns.filter((span) => span.to <= at).at(-1)
    if (last === undefined) return 'idle'
    return last.next === 'done' && within(helpers, at) ? 'running' : last.next
  }
  return { told, truthAt, endsAt: t }
}

/** Returns the story as it arrives when every second pair of near neighbours overtakes each other. */
export function overtaken(told: readonly Told[], offset: number, within: number): readonly Told[] {
  const arrived = [...told]
  for (let index = offset; index + 1 < arrived.length; index += 2) {
    const a = arrived[index] as Told
    const b = arrived[index + 1] as Told
    if (b.t - a.t >= within) continue
    arrived[index] = { t: a.t, report: b.report }
    arrived[index + 1] = { t: b.t, report: a.report }
  }
  return arrived
}

/** Stories of a reporter that names no turns, told at the pace of a person: no turn or pause is a blink. */
export const storyWithoutTurns: fc.Arbitrary<Story> = story.filter(hasPace).map((known) => ({
  ...known,
  told: known.told.map(({ t, report: { turn_id: _, ...report } }) => ({ t, report })),
}))

function hasPace({ told }: Story): boolean {
  let at = Number.NEGATIVE_INFINITY
  for (const { t, report } of told) {
    if (report.event !== 'UserPromptSubmit' && !report.event.startsWith('Stop')) continue
    if (t - at < 300) return false
    at = t
  }
  return true
}
