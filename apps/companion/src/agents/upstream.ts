import { SOURCE_STATES, type SourceState } from '@codexbar/protocol/wire'
import * as v from 'valibot'
import {
  afterCall,
  type CallEnd,
  type CallPlan,
  CLOSEST_CALLS,
  NO_CALLS,
  nextCall,
  resumePlan,
} from '../core/quota/call-plan.js'
import type { QuotaPost, RunningSource } from './quota-source.js'

/** How a call ended, and what is said of it. */
export type Called = { end: Exclude<CallEnd, { is: 'refused' }> | { is: 'refused' }; state: SourceState }

/**
 * Somebody who is asked for the quota. `credentials` are read anew for each call and let go with it; `mark` tells them
 * from others without saying what they are. `call` tells what it heard, and never throws; it ends when `signal` aborts.
 */
export type Upstream<C> = {
  credentials(): Promise<{ mark: string; value: C } | { missing: SourceState }>
  call(value: C, signal: AbortSignal): Promise<Called>
}

/** How long a call may take (ms). */
const DEADLINE = 20_000
/** How often it is looked whether a call is due: a reset may have passed, or somebody signed in (ms). */
const LOOK_EVERY = 60_000

const STATES = Object.keys(SOURCE_STATES) as SourceState[]

const PlanSchema = v.object({
  lastAt: v.number(),
  blockedUntil: v.number(),
  failures: v.number(),
  state: v.exactOptional(v.picklist(STATES)),
  refused: v.exactOptional(v.object({ mark: v.string(), state: v.picklist(STATES) })),
})

/**
 * Returns a source that asks an upstream as seldom as the call plan says, one call at a time, over restarts. Credentials
 * that were refused are not shown again.
 */
export function createUpstream<C>(post: QuotaPost, { credentials, call }: Upstream<C>): RunningSource {
  const { clock, config } = post
  const every = config.quota.every * 1_000
  const kept = v.safeParse(PlanSchema, post.kept)
  let plan: CallPlan = kept.success ? kept.output : NO_CALLS
  let jitter = post.random()
  /** How long it was waited since the last call, by timers: the clock may be set. */
  let waited = CLOSEST_CALLS
  let cancel: (() => void) | undefined
  let flight: Promise<void> | undefined
  const closing = new AbortController()

  function dueAt(): number {
    return nextCall(plan, every, post.resets(), jitter)
  }

  function look(): void {
    cancel = undefined
    if (closing.signal.aborted) return
    plan = resumePlan(plan, clock.now())
    const wait = Math.max(dueAt() - clock.now(), CLOSEST_CALLS - waited)
    if (wait > 0) {
      lookIn(Math.min(wait, LOOK_EVERY))
      return
    }
    flight = ask().finally(() => {
      flight = undefined
      lookIn(LOOK_EVERY)
    })
  }

  function lookIn(ms: number): void {
    if (closing.signal.aborted) return
    cancel ??= clock.setTimer(ms, () => {
      waited += ms
      look()
    })
  }

  async function ask(): Promise<void> {
    const shown = await credentials()
    if (closing.signal.aborted) return
    if ('missing' in shown) return post.note(shown.missing)
    if (shown.mark === plan.refused?.mark) return post.note(plan.refused.state)
    waited = 0
    // Who ends during a call has called.
    keepPlan({ ...plan, lastAt: clock.now() })
    const { end, state } = await withDeadline(shown.value)
    if (closing.signal.aborted) return
    keepPlan({
      ...afterCall(plan, end.is === 'refused' ? { ...end, state, mark: shown.mark } : end, clock.now()),
      state,
    })
    jitter = post.random()
    post.note(state, dueAt())
  }

  function keepPlan(next: CallPlan): void {
    plan = next
    post.keep(plan, 'now')
  }

  async function withDeadline(value: C): Promise<Called> {
    const deadline = new AbortController()
    const cancelDeadline = clock.setTimer(DEADLINE, () => deadline.abort())
    try {
      const called = await call(value, AbortSignal.any([deadline.signal, closing.signal]))
      return deadline.signal.aborted ? { end: { is: 'failed' }, state: 'timeout' } : called
    } finally {
      cancelDeadline()
    }
  }

  if (plan.state !== undefined && dueAt() > clock.now()) post.note(plan.state, dueAt())
  look()
  return {
    async close() {
      closing.abort()
      cancel?.()
      await flight
    },
  }
}
