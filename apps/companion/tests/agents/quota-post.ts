import { join } from 'node:path'
import type { SourceState } from '@codexbar/protocol/wire'
import type { QuotaPost, SignInPost } from '../../src/agents/quota-source.js'
import type { Ms, Observation } from '../../src/core/quota/reading.js'
import { checkConfig } from '../../src/shell/config.js'
import { createClock, type SimulatedClock } from '../clock.js'
import { temporaryFolder } from '../stage.js'

/** A post of our own: everything that a source says there, in order. */
export type TestPost = QuotaPost & {
  clock: SimulatedClock
  /** The home of the person, an empty folder unless told otherwise. */
  home: string
  told: Observation[]
  notes: SourceState[]
  /** When the next look was planned, for each note. */
  plans: (Ms | undefined)[]
  keeps: unknown[]
  facts: string[]
}

/** Returns a post in a home without any file, without a network and without programs, unless told otherwise. */
export function testPost(
  edges: Partial<Omit<QuotaPost, 'clock'>> & { clock?: SimulatedClock; home?: string } = {},
): TestPost {
  const { home = temporaryFolder(), ...given } = edges
  const facts: string[] = []
  const say = (fact: string) => void facts.push(fact)
  const told: Observation[] = []
  const notes: SourceState[] = []
  const plans: TestPost['plans'] = []
  const keeps: unknown[] = []
  return {
    log: { info: say, warn: say, error: say },
    env: { HOME: home, PATH: join(home, 'bin') },
    config: checkConfig({}),
    fetch: async () => Promise.reject(new TypeError('fetch failed')),
    exec: async () => ({ code: 127, stdout: '' }),
    spawn: (_file, _args, _options, { ended }) => {
      setImmediate(() => ended(false))
      return { send: () => undefined, end: async () => undefined }
    },
    random: () => 0,
    kept: undefined,
    keep: (value) => void keeps.push(value),
    tell: (observation) => void told.push(observation),
    note(state, nextAt) {
      notes.push(state)
      plans.push(nextAt)
    },
    resets: () => [],
    ...given,
    ...{ clock: edges.clock ?? createClock(), home, told, notes, plans, keeps, facts },
  }
}

/** A post of our own: everything that is said there of who is signed in, in order. */
export type TestSignInPost = SignInPost & {
  clock: SimulatedClock
  /** The home of the person, an empty folder unless told otherwise. */
  home: string
  accounts: { id: string | null; since: Ms }[]
  keeps: unknown[]
  facts: string[]
}

/** Returns a post in a home without any file, unless told otherwise. */
export function testSignInPost(
  edges: Partial<Omit<SignInPost, 'clock'>> & { clock?: SimulatedClock; home?: string } = {},
): TestSignInPost {
  const accounts: TestSignInPost['accounts'] = []
  const { tell, ...given } = edges
  const { clock, home, log, env, config, kept, keep, keeps, facts } = testPost(given)
  return {
    ...{ clock, home, log, env, config, kept, keep, keeps, facts, accounts },
    tell: tell ?? ((id, since) => void accounts.push({ id, since })),
  }
}
