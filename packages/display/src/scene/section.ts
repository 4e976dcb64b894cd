import { type Attention, describeReason, type Provider, REASONS } from '@codexbar/protocol/wire'
import { isStale, type Quota } from '../desk/quota.js'
import { TROUBLES, type Trouble } from '../desk/trouble.js'
import { fit } from '../text/fit.js'
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
  quota: Quota | undefined
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
  const gauges = gaugesOf(quota, lost, now, measure)
  return {
    name,
    nameColor: lost ? THEME.lost : accent,
    dotX: boxes.name.x + widthOf(name, measure) + DOT_GAP,
    dot: { ...tone.dot, color: lost ? THEME.lost : accent },
    accent: accentOf(tone, input.silenced, tone.accent.paint === 'warning' ? THEME.warning : accent),
    since,
    badge: fit(badgeOf(tone, attention), boxes.badge.width, FONTS.badge, measure),
    badgeColor: lost ? THEME.lost : THEME[tone.badge.paint],
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

function badgeOf({ badge }: Tone, { state, count, projects, reason }: Attention): string {
  const sessions = Math.max(count, projects.length)
  if (sessions > 1 && badge.several !== 'none') return `${sessions} ${badge.several}`
  if (badge.one === 'none') return ''
  if (badge.one === 'review') return badge.one
  const given = Object.hasOwn(REASONS, reason) ? describeReason(reason) : undefined
  return (given?.state === state ? given : describeReason(badge.one)).phrase
}

function headlineOf({ headline }: Tone, { projects }: Attention, elapsed: number): string {
  if (headline === 'none') return ''
  return projects[headline === 'rotate' ? rotationAt(projects.length, elapsed) : 0] ?? ''
}

function gaugesOf(quota: Quota | undefined, lost: boolean, now: number, measure: Measure): readonly Gauge[] {
  if (quota === undefined) return []
  const dull = lost ? THEME.lost : isStale(quota, now) ? THEME.muted : undefined
  return quota.entry.windows.map((window) => gaugeOf(window, now - quota.at, dull, measure))
}

function noteOf(quota: Quota | undefined, trouble: Trouble | undefined): string {
  const error = quota?.entry.error ?? ''
  if (error !== '') return `no quota: ${error}`
  return trouble === undefined ? 'no quota known' : `no quota: ${TROUBLES[trouble].words}`
}
