import { PROVIDERS, type Provider } from '@codexbar/protocol/wire'
import { heardAt } from '../desk/companion.js'
import { ageOf } from '../desk/quota.js'
import type { QuotaView } from '../desk/quota-view.js'
import { failureTrouble, networkTrouble, TROUBLES, troubleOf, type Ways } from '../desk/trouble.js'
import type { View } from '../desk/view.js'
import { fit } from '../text/fit.js'
import { describeAge } from './age.js'
import { FONTS, type Measure } from './font.js'
import { LAYOUT } from './layout.js'
import { THEME } from './theme.js'

/** The last line of the screen: how true the picture is, and what was put off. */
export type Footer = { left: string; right: string; color: number }

/** What both providers' quotas are, as far as known. */
export type Quotas = Readonly<Record<Provider, QuotaView | undefined>>

/** A held `/status` is silent for 25 s and may take 5 more: after that something is late. */
const LATE_AFTER = 35_000
/** A companion that is started anew fails for a moment: this long (ms), and it is said. */
const SAID_AFTER = 5_000

/** Before the first answer there is nothing to be true or old. */
const NO_FOOTER: Footer = Object.freeze({ left: '', right: '', color: THEME.muted })

/** Returns what the footer says at `now`: the worst that is true, in a few words. */
export function footerOf(ways: Ways, view: View, quotas: Quotas, now: number, measure: Measure): Footer {
  if (view.heard === undefined) return NO_FOOTER
  const { left, right } = LAYOUT.footer
  const cut = networkTrouble(ways)
  const said = view.lost
    ? lostWords(ways, view.heard, now)
    : ((cut && TROUBLES[cut].words) ??
      absentWords(ways, view, now, measure) ??
      lateWords(ways, view.heard, now) ??
      staleWords(quotas, now, measure))
  return {
    left: fit(said ?? 'live', left.width, FONTS.footer, measure),
    right: fit(snoozedWords(view), right.width, FONTS.footer, measure),
    color: said === undefined ? THEME.muted : THEME.text,
  }
}

function lostWords(ways: Ways, heard: number, now: number): string {
  return `offline ${describeAge(now - heard)}${becauseOf(ways)}`
}

function lateWords(ways: Ways, heard: number, now: number): string | undefined {
  const isFailing = ways.companions.some(({ failing }) => failing !== undefined && now - failing > SAID_AFTER)
  if (!isFailing && now - heard <= LATE_AFTER) return undefined
  const { trouble } = troubleOf(ways)
  return trouble === 'asking' ? TROUBLES.timeout.words : TROUBLES[trouble].words
}

function becauseOf(ways: Ways): string {
  const { trouble } = troubleOf(ways)
  return trouble === 'asking' ? '' : ` - ${TROUBLES[trouble].words}`
}

/** Says which companion is missing while others answer: one that went, else one that was never heard. */
function absentWords(ways: Ways, view: View, now: number, measure: Measure): string | undefined {
  const [gone] = view.gone
  if (gone !== undefined) {
    const age = describeAge(now - (heardAt(gone) ?? now))
    if (view.gone.length > 1) return `${view.gone.length} companions gone ${age}`
    return named(gone, `gone ${age}`, measure)
  }
  const absent = ways.companions.find((one) => one.failures.status !== undefined && heardAt(one) === undefined)
  if (absent?.failures.status === undefined) return undefined
  return named(absent, TROUBLES[failureTrouble(absent.failures.status, absent)].words, measure)
}

/** The label gives way: who or what it is may be cut short, what is said of it may not. */
function named({ label }: { label: string }, words: string, measure: Measure): string {
  const room = LAYOUT.footer.left.width - measure(` ${words}`, FONTS.footer)
  return `${fit(label, room, FONTS.footer, measure)} ${words}`
}

/** Says what of the quota is old, and how old the oldest of it is: all of it, one provider's, or some windows. */
function staleWords(quotas: Quotas, now: number, measure: Measure): string | undefined {
  const known = PROVIDERS.filter((name) => (quotas[name]?.windows.length ?? 0) > 0)
  const stale = known.filter((name) => quotas[name]?.stale)
  if (stale.length === 0) return staleWindowWords(quotas, now, measure)
  const age = describeAge(Math.max(...stale.map((name) => ageOf(quotas[name] as QuotaView, now))))
  return stale.length < known.length ? `${stale[0]} quota stale ${age}` : `quota stale ${age}`
}

function staleWindowWords(quotas: Quotas, now: number, measure: Measure): string | undefined {
  const stale = PROVIDERS.flatMap((name) => {
    const quota = quotas[name]
    if (quota === undefined) return []
    const old = quota.windows.filter((window) => window.stale === true)
    return old.map((window) => ({ label: `${name} ${window.label}`, age: ageOf(quota, now, window) }))
  })
  const [first] = stale
  if (first === undefined) return undefined
  const words = `stale ${describeAge(Math.max(...stale.map(({ age }) => age)))}`
  return stale.length > 1 ? `some quota ${words}` : named(first, words, measure)
}

function snoozedWords({ attention }: View): string {
  const count = PROVIDERS.reduce((sum, name) => sum + (attention[name].snoozed ?? 0), 0)
  return count === 0 ? '' : `${count} snoozed`
}
