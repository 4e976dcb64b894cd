import { type Attention, isSourceState, type Provider, SOURCE_STATES } from '@codexbar/protocol/wire'
import type { QuotaView } from '../desk/quota-view.js'
import { TROUBLES, type Trouble } from '../desk/trouble.js'
import { fit } from '../text/fit.js'
import { badgeOf } from './badge.js'
import { FONTS, type Measure } from './font.js'
import { type Gauge, gaugeOf } from './gauge.js'
import { DOT_GAP, LAYOUT } from './layout.js'
import { type Motion, PULSE_LOW } from './motion.js'
import { rotationAt } from './rotation.js'
import { THEME } from './theme.js'
import { TONES, type Tone } from './tone.js'

/**
 * One provider's part of the screen. A `rest` of 0 is not there; `since` is when its motions and its rotation began;
 * every text is ASCII and fits its box.
 */
export type Section = {
  name: string
  nameColor: number
  dotX: number
  dot: { shape: 'none' | 'solid' | 'hollow'; motion: Motion; rest: number; color: number }
  accent: { motion: Motion; rest: number; color: number }
  since: number
  badge: string
  badgeColor: number
  headline: string
  headlineColor: number
  gauges: readonly Gauge[]
  note: string
  noteColor: number
}

/**
 * What a section is made from. `silenced`: the person saw these asks and touched them; `quotaTrouble`: why quota was
 * asked for in vain.
 */
export type SectionInput = {
  index: 0 | 1
  provider: Provider
  attention: Attention
  since: number
  silenced: boolean
  quota: QuotaView | undefined
  quotaTrouble: Trouble | undefined
  lost: boolean
}

/** Returns the provider's section at `now`. */
export function sectionOf(input: SectionInput, now: number, measure: Measure): Section {
  const { index, provider, attention, since, quota, lost } = input
  const boxes = LAYOUT.sections[index]
  const tone: Tone = TONES[lost ? 'unknown' : attention.state]
  const accent = THEME.accents[provider]
  const name = fit(provider, boxes.name.width, FONTS.name, measure)
  const gauges = gaugesOf(quota, lost, measure)
  const badge = badgeOf(tone, attention, lost ? undefined : quota)
  return {
    name,
    nameColor: lost ? THEME.lost : accent,
    dotX: boxes.name.x + widthOf(name, measure) + DOT_GAP,
    dot: { ...tone.dot, color: lost ? THEME.lost : accent },
    accent: accentOf(tone, input.silenced, tone.accent.paint === 'warning' ? THEME.warning : accent),
    since,
    badge: fit(badge.words, boxes.badge.width, FONTS.badge, measure),
    badgeColor: lost ? THEME.lost : badge.color,
    headline: fit(headlineOf(tone, attention, now - since), boxes.headline.width, FONTS.headline, measure),
    headlineColor: lost ? THEME.lost : THEME[tone.headlinePaint],
    gauges,
    note: gauges.length === 0 ? fit(noteOf(quota, input.quotaTrouble), boxes.note.width, FONTS.note, measure) : '',
    noteColor: lost ? THEME.lost : THEME.muted,
  }
}

/** How wide the name is drawn: never wider than its box, whatever the measure says. */
function widthOf(name: string, measure: Measure): number {
  const width = Math.ceil(measure(name, FONTS.name))
  return width > 0 ? Math.min(width, LAYOUT.sections[0].name.width) : 0
}

/** The accent of asks that were seen rests at the lowest of its pulse. */
function accentOf({ accent }: Tone, silenced: boolean, color: number): Section['accent'] {
  if (silenced) return { motion: 'still', rest: PULSE_LOW, color }
  return { motion: accent.motion, rest: accent.rest, color }
}

function headlineOf({ headline }: Tone, { projects }: Attention, elapsed: number): string {
  if (headline === 'none') return ''
  return projects[headline === 'rotate' ? rotationAt(projects.length, elapsed) : 0] ?? ''
}

/** Of live figures the window that stops the person first stands out; where none is known, none does. */
function gaugesOf(quota: QuotaView | undefined, lost: boolean, measure: Measure): readonly Gauge[] {
  if (quota === undefined) return []
  const { windows, binding, stale, style } = quota
  return windows.map((window) => {
    const dull = lost ? THEME.lost : stale || window.stale === true ? THEME.muted : undefined
    const live = binding === undefined || window === binding ? THEME.text : THEME.muted
    return gaugeOf(window, { style, color: dull ?? live, dull }, measure)
  })
}

function noteOf(quota: QuotaView | undefined, trouble: Trouble | undefined): string {
  const error = quota?.entry.error ?? ''
  if (error !== '') return `no quota: ${phraseOf(error)}`
  return trouble === undefined ? 'no quota known' : `no quota: ${TROUBLES[trouble].words}`
}

/** Older and newer companions say more than the words that are known here: those stand for themselves. */
function phraseOf(error: string): string {
  return isSourceState(error) ? SOURCE_STATES[error].phrase : error
}
