import type { QuotaLevel } from '@codexbar/protocol/wire'
import type { Tone } from './tone.js'

const LEVEL_TONES: Readonly<Record<QuotaLevel, Tone>> = { calm: 'plain', high: 'warn', full: 'error' }

/** Returns how a quota window is painted; the one that stops the person first stands out however calm it is. */
export function levelTone(level: QuotaLevel, binds: boolean): Tone {
  return binds && level === 'calm' ? 'strong' : LEVEL_TONES[level]
}
