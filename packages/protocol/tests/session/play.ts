import type { Provider, Report, SessionRecord, Summary } from '../../src/wire/index.js'
import { createDesk } from './desk.js'

/** One step of a golden case, as `cases/README.md` says it. */
export type Step = { t: number } & {
  report?: Report
  witness?: { key: string; status: 'busy' | 'waiting' | 'idle' | 'dead'; at?: number }
  session?: { id: string; state: string; reason?: string; asks?: number }
  status?: Partial<Record<Provider, Partial<Summary>>>
  announced?: number
}

/** A case: what happens, and what must then be seen. */
export type Case = { name: string; steps: readonly Step[] }

/** All that can be seen after a step. `session` is the one that the step asks for, absent once it is not shown. */
export type Seen = {
  refused: boolean
  session?: SessionRecord
  status: Record<Provider, Summary>
  announced: number
}

/** The cases begin at a real hour: no rule may depend on time being small. */
const START = 1_796_000_000_000

/** Plays a case and returns what is seen after each of its steps. Needs no clock, so any engine can play it. */
export function play(steps: readonly Step[]): Seen[] {
  const desk = createDesk()
  return steps.map((step) => {
    const now = START + Math.round(step.t * 1000)
    desk.advanceTo(now)
    const taken = step.report === undefined ? undefined : desk.tell(now, step.report)
    if (step.witness !== undefined) {
      const { key, status, at } = step.witness
      desk.witness(now, key, status, at === undefined ? now : START + at * 1000)
    }
    const session = step.session === undefined ? undefined : desk.record(step.session.id)
    return {
      refused: taken !== undefined && 'error' in taken,
      ...(session === undefined ? {} : { session }),
      status: desk.status(),
      announced: desk.changes.filter(({ type }) => type === 'ask-announced').length,
    }
  })
}
