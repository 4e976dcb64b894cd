import { freeze } from '@codexbar/protocol/wire'

/** How a part moves: not at all, as an accent that calls, or as a dot that only lives. */
export type Motion = 'still' | 'pulse' | 'breathe'

type Wave = { period: number; low: number; high: number }

/** A table and no comparison: in a preloaded module every string literal that a frame meets is copied to the heap. */
const WAVES: Readonly<Record<Motion, Wave | undefined>> & { pulse: Wave; breathe: Wave } = freeze({
  still: undefined,
  pulse: { period: 1000, low: 0.45, high: 1 },
  breathe: { period: 2000, low: 0.35, high: 0.75 },
})

/** The lowest level of a pulse. */
export const PULSE_LOW = WAVES.pulse.low

/** Returns the level (0.45 to 1, 1 at 0) of a pulsing accent `elapsed` ms after it began: a cosine of 1000 ms. */
export function pulse(elapsed: number): number {
  return waveAt(WAVES.pulse, elapsed)
}

/** Returns the level (0.35 to 0.75, 0.75 at 0) of a breathing dot `elapsed` ms after it began: a cosine of 2000 ms. */
export function breathe(elapsed: number): number {
  return waveAt(WAVES.breathe, elapsed)
}

/** Returns the level (0 to 1) of a part `elapsed` ms after it began; one that is still stays at `rest`. */
export function levelAt(motion: Motion, rest: number, elapsed: number): number {
  const wave = WAVES[motion]
  return wave === undefined ? rest : waveAt(wave, elapsed)
}

function waveAt({ period, low, high }: Wave, elapsed: number): number {
  const turn = (elapsed % period) / period
  return low + (high - low) * (0.5 + 0.5 * Math.cos(2 * Math.PI * turn))
}
