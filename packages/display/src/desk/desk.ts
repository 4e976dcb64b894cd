import { PROVIDERS, type Provider, type Status, type Usage } from '@codexbar/protocol/wire'
import { toAscii } from '../text/ascii.js'
import { afterUsagePoll, awake, type Backlight, createBacklight, isDim, levelOf } from './backlight.js'
import { ceilingOf } from './ceiling.js'
import {
  type Companion,
  type CompanionOptions,
  createCompanion,
  type Failure,
  hearFailure,
  hearStatus,
  hearUnchanged,
  hearUsage,
  type Subject,
} from './companion.js'
import type { Network } from './network.js'
import { createSectionClock, type SectionClock, saidBy, tickSection } from './section-clock.js'
import { shownOf } from './shown.js'
import { touch } from './touch.js'
import { isWaiting, viewOf } from './view.js'

/** Everything the display remembers; all texts are ASCII. `litSince`: when (ms) it last ceased to be dim or dark. */
export type Desk = {
  companions: readonly Companion[]
  network: Network
  hasWifi: boolean
  backlight: Backlight
  litSince: number
  clocks: Readonly<Record<Provider, SectionClock>>
}

/** What can happen to the display. `from` is the index of a companion. */
export type DeskInput =
  | { is: 'network'; state: Network['state']; address?: string }
  | { is: 'status'; from: number; status: Status }
  | { is: 'unchanged'; from: number }
  | { is: 'usage'; from: number; usage: Usage }
  | { is: 'failed'; of: Subject; from: number; why: Failure }
  | { is: 'touched'; x: number; y: number }

/** What the display asks of its shell: tell a companion that the person saw a provider's asks. */
export type DeskEffect = { do: 'acknowledge'; from: number; provider: Provider; epoch: number | undefined }

/** What a display is set up with: its companions, the backlight at full (0 to 100), and whether it knows a network. */
export type DeskOptions = { companions: readonly CompanionOptions[]; brightness: number; hasWifi: boolean }

/** Returns a display that heard nothing yet. Times are ms of any clock that never goes back. */
export function createDesk({ companions, brightness, hasWifi }: DeskOptions, now: number): Desk {
  const clocks = Object.fromEntries(PROVIDERS.map((name) => [name, createSectionClock(now)]))
  return {
    companions: companions.map(createCompanion),
    network: { state: 'joining', address: undefined },
    hasWifi,
    backlight: createBacklight(brightness),
    litSince: now,
    clocks: clocks as Record<Provider, SectionClock>,
  }
}

/** Returns the display after `input`, and what its shell is to do. An answer of a companion nobody set up is ignored. */
export function updateDesk(desk: Desk, input: DeskInput, now: number): { desk: Desk; effects: readonly DeskEffect[] } {
  const { desk: next, effects } =
    input.is === 'touched' ? touch(desk, input, now) : { desk: heard(desk, input, now), effects: [] }
  const isLit = isGloomy(desk.backlight) && !isGloomy(next.backlight)
  return { desk: isLit ? { ...next, litSince: now } : next, effects }
}

/** Returns the level of the backlight, an integer from 0 to 100 that the ceiling already bounds. */
export function brightnessOf(desk: Desk): number {
  return levelOf(desk.backlight)
}

function heard(desk: Desk, input: Exclude<DeskInput, { is: 'touched' }>, now: number): Desk {
  if (input.is === 'network') return settle(desk, atNetwork(desk, input), [], now)
  const { from } = input
  const companion = desk.companions[from]
  if (companion === undefined) return desk
  switch (input.is) {
    case 'failed':
      return settle(desk, withCompanion(desk, from, hearFailure(companion, input.of, input.why, now)), [], now)
    case 'unchanged':
      return settle(desk, reached(withCompanion(desk, from, hearUnchanged(companion, now))), [], now)
    case 'status': {
      const { companion: next, news } = hearStatus(companion, input.status, now)
      return settle(desk, reached(withCompanion(desk, from, next)), news, now)
    }
    case 'usage': {
      const next = settle(desk, reached(withCompanion(desk, from, hearUsage(companion, input.usage, now))), [], now)
      return { ...next, backlight: backlightAfterUsage(next, now) }
    }
  }
}

/** What failed while there was no network says nothing of the companions. */
function atNetwork(desk: Desk, { state, address }: Extract<DeskInput, { is: 'network' }>): Desk {
  const kept = state === 'joined' ? desk.network.address : undefined
  const known = address === undefined ? kept : toAscii(address)
  const isBack = state === 'joined' && desk.network.state !== 'joined'
  const companions = isBack
    ? desk.companions.map((one) => ({ ...one, failures: {}, failing: undefined }))
    : desk.companions
  return { ...desk, network: { state, address: known }, companions }
}

function withCompanion(desk: Desk, index: number, companion: Companion): Desk {
  return { ...desk, companions: desk.companions.map((other, at) => (at === index ? companion : other)) }
}

/** An answer proves the network, whatever was last said of it. */
function reached(desk: Desk): Desk {
  return desk.network.state === 'joined' ? desk : { ...desk, network: { ...desk.network, state: 'joined' } }
}

/** What follows from every input: the sections' clocks, the ceiling, and the light for a new ask. */
function settle(before: Desk, desk: Desk, news: readonly Provider[], now: number): Desk {
  const old = viewOf(before.companions, now)
  const view = viewOf(desk.companions, now)
  const clocks = { ...desk.clocks }
  for (const name of PROVIDERS) {
    const said = saidBy(old.attention[name])
    if (!view.lost) clocks[name] = tickSection(clocks[name], said, view.attention[name], news.includes(name), now)
  }
  const backlight = { ...desk.backlight, ceiling: ceilingOf(desk.companions, now) }
  return { ...desk, clocks, backlight: news.length > 0 ? awake(backlight) : backlight }
}

function backlightAfterUsage(desk: Desk, now: number): Backlight {
  const view = viewOf(desk.companions, now)
  if (view.lost) return desk.backlight
  return afterUsagePoll(desk.backlight, shownOf(desk.companions, view, now), isWaiting(view), now)
}

/** Whether what is shown cannot be meant to be read: a touch wakes it, or it is dark. */
function isGloomy(backlight: Backlight): boolean {
  return isDim(backlight) || levelOf(backlight) === 0
}
