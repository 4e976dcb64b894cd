import { isNight, minutesOf, nextBorder, type Zone } from '../core/night.js'
import type { Config } from './config.js'

/** What the night allows: how bright a display may be (`undefined`: as it likes), and until when that holds (Unix ms). */
export type Sky = { ceiling: number | undefined; until: number }

/** Tells what the night allows at a moment (Unix ms). */
export type Nightfall = (now: number) => Sky

/** How far the local time of this machine is ahead of UTC. */
export const systemZone: Zone = (at) => -new Date(at).getTimezoneOffset()

/** Returns when it is night as the settings say. What was worked out is kept until the next border. */
export function createNightfall(setting: Config['night'], zone: Zone): Nightfall {
  if (setting === undefined) return () => ({ ceiling: undefined, until: Number.POSITIVE_INFINITY })
  const night = { from: minutesOf(setting.from), to: minutesOf(setting.to), ceiling: setting.ceiling }
  let sky: Sky | undefined
  let since = 0
  return (now) => {
    if (sky === undefined || now < since || now >= sky.until) {
      sky = {
        ceiling: isNight(night, now, zone) ? night.ceiling : undefined,
        until: nextBorder(night, now, zone),
      }
      since = now
    }
    return sky
  }
}
