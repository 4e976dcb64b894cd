import type { Attention } from '@codexbar/protocol/wire'
import { expect } from 'vitest'
import {
  brightnessOf,
  createDesk,
  type Desk,
  type DeskEffect,
  type DeskInput,
  type Failure,
  type Subject,
  updateDesk,
} from '../../src/index.js'

export const OPTIONS = {
  companions: [
    { label: 'a', hasToken: true },
    { label: 'b', hasToken: true },
  ],
  brightness: 100,
  hasWifi: true,
}
export const IDLE: Attention = {
  state: 'idle',
  count: 0,
  primary_project: '',
  projects: [],
  reason: '',
  updated_at: 100,
  epoch: 1,
}
export const asks = (epoch: number | undefined, project = 'api'): Attention => {
  const attention: Attention = { ...IDLE, state: 'needs_user', count: 1, primary_project: project, projects: [project] }
  if (epoch === undefined) delete attention.epoch
  else attention.epoch = epoch
  return attention
}
export const status = (claude: Attention, from = 0, codex = IDLE): DeskInput => ({
  is: 'status',
  from,
  status: {
    ok: true,
    updated_at: 100,
    providers: [
      { name: 'Claude', attention: claude },
      { name: 'Codex', attention: codex },
    ],
  },
})
export const NO_QUOTA = { windows: [], observed_at: null, age_sec: null, stale: false, source: null }
export const usage = (from = 0, claude?: Attention): DeskInput => ({
  is: 'usage',
  from,
  usage: {
    ok: true,
    updated_at: 100,
    providers: claude === undefined ? [] : [{ name: 'Claude', attention: claude, ...NO_QUOTA }],
  },
})
export const failed = (why: Failure, of: Subject = 'status', from = 0): DeskInput => ({ is: 'failed', of, from, why })
export const joined = (address?: string): DeskInput =>
  address === undefined ? { is: 'network', state: 'joined' } : { is: 'network', state: 'joined', address }
export const touch = (x = 100, y = 50): DeskInput => ({ is: 'touched', x, y })

/** Plays inputs at their times and returns the display and all it asked for. */
export function play(inputs: readonly (readonly [number, DeskInput])[], from = createDesk(OPTIONS, 0)) {
  let desk: Desk = from
  const effects: DeskEffect[] = []
  for (const [at, input] of inputs) {
    const next = updateDesk(desk, input, at)
    desk = next.desk
    effects.push(...next.effects)
  }
  return { desk, effects }
}

/** A display at the foot of the ladder, with what was said last still fresh at `at`. */
export function dimmed(attention: Attention): { desk: Desk; at: number } {
  const rounds = Array.from({ length: 7 }, (_, round) => round * 300_000)
  const { desk } = play(rounds.flatMap((at) => [[at, status(attention)] as const, [at + 10, usage()] as const]))
  expect(brightnessOf(desk)).toBe(20)
  return { desk, at: 6 * 300_000 + 1000 }
}

export function withCeiling(input: DeskInput, ceiling: number): DeskInput {
  return input.is === 'status' ? { ...input, status: { ...input.status, ceiling } } : input
}
