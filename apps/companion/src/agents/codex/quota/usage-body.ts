import type { Ms } from '../../../core/quota/reading.js'
import { figureIn, secondsIn } from '../../figure.js'
import { recordIn, textIn } from '../../json.js'
import { type Limit, type LimitWindow, limitOf, limitWindow, type Slot } from './limit.js'

/** The limits in a body, and whether that is all there are: what is not understood may be one. */
export type UsageBody = { limits: readonly Limit[]; isWhole: boolean }

/** What stands where a window, a limit or nothing may be: `undefined` is what is not understood. */
type Part<T> = T | null | undefined

/**
 * Returns the limits in the body of `GET /wham/usage`, received at `now`; `undefined` for another body. An additional
 * limit that is not understood costs itself only.
 */
export function readUsageBody(body: unknown, now: Ms): UsageBody | undefined {
  const said = recordIn(body)
  const main = windowsIn(said?.rate_limit, now)
  if (said === undefined || main === undefined || !('rate_limit' in said)) return undefined
  const additional = said.additional_rate_limits ?? []
  if (!Array.isArray(additional)) return { limits: [limitOf(undefined, undefined, main.windows)], isWhole: false }
  const others = additional.map((one: unknown) => additionalIn(one, now))
  return {
    limits: [limitOf(undefined, undefined, main.windows), ...others.flatMap((other) => other?.limit ?? [])],
    isWhole: main.isWhole && others.every((other) => other?.isWhole),
  }
}

type Windows = { windows: readonly LimitWindow[]; isWhole: boolean }

function additionalIn(one: unknown, now: Ms): { limit: Limit; isWhole: boolean } | undefined {
  const said = recordIn(one)
  const found = windowsIn(said?.rate_limit, now)
  const id = textIn(said?.metered_feature) ?? textIn(said?.limit_name)
  if (said === undefined || found === undefined || id === undefined) return undefined
  return { limit: limitOf(id, said.limit_name, found.windows), isWhole: found.isWhole }
}

/** `null` is how a plan without limits says so. */
function windowsIn(limit: unknown, now: Ms): Windows | undefined {
  if (limit === null || limit === undefined) return { windows: [], isWhole: true }
  const said = recordIn(limit)
  if (said === undefined) return undefined
  const slots = [windowIn('primary', said.primary_window, now), windowIn('secondary', said.secondary_window, now)]
  return { windows: slots.filter((window) => !!window), isWhole: slots.every((window) => window !== undefined) }
}

function windowIn(slot: Slot, window: unknown, now: Ms): Part<LimitWindow> {
  if (window === null || window === undefined) return null
  const said = recordIn(window)
  if (said === undefined) return undefined
  const wait = figureIn(said.reset_after_seconds)
  // Its own clock said the moment; counted from the receipt it is late by the way here.
  const resetsAt = secondsIn(said.reset_at) ?? (wait === null ? null : now + Math.max(0, wait) * 1_000)
  return (
    limitWindow(slot, { percent: said.used_percent, seconds: figureIn(said.limit_window_seconds), resetsAt }) ?? null
  )
}
