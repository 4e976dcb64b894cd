import { type Attention, describeReason, describeSpan, REASONS } from '@codexbar/protocol/wire'
import type { QuotaView } from '../desk/quota-view.js'
import { THEME } from './theme.js'
import type { Tone } from './tone.js'

/** What stands behind a provider's name, and its colour. */
type Badge = { words: string; color: number }

/**
 * Returns what the badge says: what the sessions want, and that the quota is used up where the tone leaves room for it.
 * With nothing else to say that is a warning, of old figures a quiet one.
 */
export function badgeOf(tone: Tone, attention: Attention, quota: QuotaView | undefined): Badge {
  const asked = attentionWords(tone, attention)
  const color = THEME[tone.badge.paint]
  if (quota?.blocked === undefined || tone.badge.limit === 'untold') return { words: asked, color }
  if (asked !== '') return { words: `${asked} - used up`, color }
  const isOld = quota.stale || quota.binding?.stale === true
  return { words: usedUpFor(quota.blocked), color: isOld ? THEME.muted : THEME.warning }
}

function usedUpFor(blocked: number | null): string {
  return blocked === null ? 'used up' : `used up ${describeSpan(blocked * 1000)}`
}

function attentionWords({ badge }: Tone, { state, count, projects, reason }: Attention): string {
  const sessions = Math.max(count, projects.length)
  if (sessions > 1 && badge.several !== 'none') return `${sessions} ${badge.several}`
  if (badge.one === 'none') return ''
  if (badge.one === 'review') return badge.one
  const given = Object.hasOwn(REASONS, reason) ? describeReason(reason) : undefined
  return (given?.state === state ? given : describeReason(badge.one)).phrase
}
