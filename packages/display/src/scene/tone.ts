import { freeze, type Reason, type State } from '@codexbar/protocol/wire'
import type { Motion } from './motion.js'

/**
 * What a badge says of one and of several. A reason stands for the phrase of the reason that was given, and is the one
 * that counts when that is unknown or explains another state. `limit`: whether it leaves room for a quota that is used up.
 */
type BadgeRule = {
  one: Reason | 'review' | 'none'
  several: 'waiting' | 'to review' | 'none'
  limit: 'told' | 'untold'
}

/** Which names stand under the provider's name: none, the first, or all in turn. */
type HeadlineRule = 'none' | 'first' | 'rotate'

/** How a state looks. `rest` is the level (0 to 1) of a part that does not move; 0 is not there. */
export type Tone = {
  accent: { motion: Motion; rest: number; paint: 'provider' | 'warning' }
  dot: { shape: 'none' | 'solid' | 'hollow'; motion: Motion; rest: number }
  badge: BadgeRule & { paint: 'text' | 'muted' | 'warning' }
  headline: HeadlineRule
  headlinePaint: 'text' | 'muted'
}

const NO_ACCENT = freeze({ motion: 'still', rest: 0, paint: 'provider' })
const NO_DOT = freeze({ shape: 'none', motion: 'still', rest: 0 })
const NO_BADGE = freeze({ one: 'none', several: 'none', limit: 'told', paint: 'muted' })

/** The policy of the screen: what every state looks like. A new state is a new row. */
export const TONES = freeze({
  needs_user: {
    accent: { motion: 'pulse', rest: 1, paint: 'provider' },
    dot: NO_DOT,
    badge: { one: 'notification', several: 'waiting', limit: 'untold', paint: 'text' },
    headline: 'rotate',
    headlinePaint: 'text',
  },
  error: {
    accent: { motion: 'still', rest: 1, paint: 'warning' },
    dot: NO_DOT,
    badge: { one: 'unknown', several: 'none', limit: 'untold', paint: 'warning' },
    headline: 'rotate',
    headlinePaint: 'text',
  },
  done: {
    accent: { motion: 'still', rest: 0.7, paint: 'provider' },
    dot: NO_DOT,
    badge: { one: 'review', several: 'to review', limit: 'told', paint: 'muted' },
    headline: 'rotate',
    headlinePaint: 'text',
  },
  running: {
    accent: NO_ACCENT,
    dot: { shape: 'solid', motion: 'breathe', rest: 0.75 },
    badge: NO_BADGE,
    headline: 'first',
    headlinePaint: 'muted',
  },
  idle: { accent: NO_ACCENT, dot: NO_DOT, badge: NO_BADGE, headline: 'none', headlinePaint: 'muted' },
  unknown: {
    accent: NO_ACCENT,
    dot: { shape: 'hollow', motion: 'still', rest: 1 },
    badge: NO_BADGE,
    headline: 'none',
    headlinePaint: 'muted',
  },
} satisfies Record<State, Tone>)
