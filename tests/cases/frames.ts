import { breathe, levelAt, pulse } from '@codexbar/display'

/** What runs for every frame, each asked `times` times; the sum keeps an engine from leaving the work out. */
export const FRAMES: Readonly<Record<string, (times: number) => number>> = {
  pulse: (times) => sumOf(times, pulse),
  breathe: (times) => sumOf(times, breathe),
  'the level of a pulse': (times) => sumOf(times, (elapsed) => levelAt('pulse', 0.7, elapsed)),
  'the level of a breath': (times) => sumOf(times, (elapsed) => levelAt('breathe', 0.7, elapsed)),
  'the level of what is still': (times) => sumOf(times, (elapsed) => levelAt('still', 0.7, elapsed)),
}

function sumOf(times: number, level: (elapsed: number) => number): number {
  let sum = 0
  for (let at = 0; at < times; at += 1) sum += level(at * 66.7)
  return sum
}
