import { describePercent, describeRemaining, describeSpan } from '../wire/figures.js'
import { isSourceState, SOURCE_STATES } from '../wire/source-state.js'
import { plainLine } from '../wire/text.js'
import {
  bindingWindow,
  blockedFor,
  levelOf,
  levelsOf,
  type QuotaLevel,
  type QuotaWindow,
  type Usage,
  windowsAt,
} from '../wire/usage.js'
import { describeAge } from './age.js'

/**
 * A quota window in words. `figure` is short (`42%`, `58% left`), `percent` says what it counts (`42% used`); both are
 * `--` when unknown. `fill` is how much of a bar says the same, 0 to 1. `resets` is '' where nothing is known of it.
 * `binds`: it is the one that stops the person first.
 */
export type QuotaRow = {
  label: string
  figure: string
  percent: string
  fill: number
  level: QuotaLevel
  resets: string
  age: string
  stale: boolean
  binds: boolean
}

/**
 * One provider's quota in words: its windows, and a sentence where something is to be said ('' where not). `blocked`:
 * every model is stopped; `stale`: all of it is old; `age` is of the newest observation, '' where there is none.
 */
export type QuotaSummary = {
  provider: string
  rows: readonly QuotaRow[]
  note: string
  blocked: boolean
  stale: boolean
  age: string
}

/** How the person wants quota drawn, as `/usage` says it. */
export type QuotaStyle = Pick<Usage, 'show' | 'levels'>

const LABEL_LIMIT = 40

/** Returns what a state of a source is called: the phrase of its row, or the word itself where it is not known. */
export function describeSourceState(state: string): string {
  return isSourceState(state) ? SOURCE_STATES[state].phrase : plainLine(state, LABEL_LIMIT)
}

/** Returns a window in words as it is now, `age` seconds after it was seen. */
export function quotaRow(
  window: Pick<QuotaWindow, 'label' | 'pct' | 'resets_in_sec' | 'stale'>,
  age: number,
  style: QuotaStyle,
): Omit<QuotaRow, 'binds'> {
  const { label, pct, resets_in_sec, stale = false } = window
  const isLeft = style.show === 'remaining'
  const figure = isLeft ? describeRemaining(pct) : describePercent(pct)
  return {
    label: plainLine(label, LABEL_LIMIT),
    figure: isLeft && pct !== null ? `${figure} left` : figure,
    percent: pct === null ? figure : `${figure} ${isLeft ? 'left' : 'used'}`,
    fill: pct === null ? 0 : clamp(isLeft ? 100 - pct : pct) / 100,
    level: levelOf(pct, levelsOf(style)),
    resets: describeReset(pct, resets_in_sec),
    age: describeAge(age * 1_000),
    stale,
  }
}

/** Returns the quota of each provider in words, `elapsed` ms after the answer was received. */
export function quotaSummaries(usage: Usage, elapsed: number): QuotaSummary[] {
  return usage.providers.map(({ name, windows, stale, error, age_sec }) => {
    const now = windowsAt(windows, elapsed)
    const binding = bindingWindow(now)
    const rows = now.map((window): QuotaRow => {
      const age = (window.age_sec ?? age_sec ?? 0) + elapsed / 1_000
      const row = quotaRow({ ...window, stale: stale || window.stale === true }, age, usage)
      return { ...row, binds: window === binding }
    })
    const blocked = blockedFor(now)
    const isLive = now.some(({ pct, stale: isOld }) => pct !== null && !stale && isOld !== true)
    return {
      provider: name,
      rows,
      // One source that fails is no news while another one knows.
      note: noteOf(blocked, isLive ? undefined : error, rows.length),
      blocked: blocked !== undefined,
      stale,
      age: age_sec === null ? '' : describeAge(age_sec * 1_000 + elapsed),
    }
  })
}

/** A window of which nothing is used and no end is known begins with the next use. */
function describeReset(pct: number | null, resetsIn: number | null): string {
  if (resetsIn !== null) return `resets in ${describeSpan(resetsIn * 1_000)}`
  return pct === 0 ? 'not started' : ''
}

function noteOf(blocked: number | null | undefined, error: string | undefined, windows: number): string {
  const parts = [
    blocked === undefined ? '' : blocked === null ? 'used up' : `used up for ${describeSpan(blocked * 1_000)}`,
    windows === 0 ? 'no quota known' : '',
    error === undefined ? '' : describeSourceState(error),
  ]
  return parts.filter((part) => part !== '').join(' · ')
}

function clamp(percent: number): number {
  return Math.max(0, Math.min(100, percent))
}
