import type { SourceState } from '@codexbar/protocol/wire'
import type { QuotaPost, QuotaSource, RunningSource } from '../../quota-source.js'
import { isOf } from './choose-dot-claude.js'
import type { DotClaude } from './dot-claude-json.js'
import { type DotClaudeLook, watchDotClaude } from './dot-claude-watch.js'
import { observeBody, readUsageBody } from './usage-body.js'

const ID = 'claude_json'

/** What Claude Code last heard of the quota itself: it keeps that in its state file. */
export const claudeJson: QuotaSource = { id: ID, what: '~/.claude.json', optIn: false, create }

/** What is said of a file that says nothing. */
const TROUBLES = { missing: 'absent', cut: 'bad_answer', unreadable: 'unreadable' } as const

/** A cache of a time further ahead is of a clock that was wrong (ms). */
const CLOCK_SKEW = 60_000

function create(post: QuotaPost): RunningSource {
  const { clock } = post
  let told = ''
  let state: SourceState | undefined

  function take(look: DotClaudeLook): SourceState {
    if (look.is === 'read') return look.cache === undefined ? 'empty' : takeCache(look.cache, look.account)
    const isStill = 'isPassing' in look && look.isPassing ? state : undefined
    return isStill ?? TROUBLES[look.is]
  }

  function takeCache(cache: NonNullable<DotClaude['cache']>, account: string | undefined): SourceState {
    const now = clock.now()
    if (!isOf(cache, account)) return 'other_account'
    const body = readUsageBody(cache.body)
    if (cache.fetchedAt === null || body === undefined) return 'bad_answer'
    if (cache.fetchedAt > now + CLOCK_SKEW) return 'clock_skew'
    const of = account === undefined ? undefined : cache.account
    const seen = { source: ID, account: of, observedAt: Math.min(cache.fetchedAt, now) }
    const { observation, state } = observeBody(body, seen, now)
    const mark = JSON.stringify([cache.fetchedAt, of, body])
    if (mark !== told) post.tell(observation)
    told = mark
    return state
  }

  return watchDotClaude(post, undefined, (look) => {
    state = take(look)
    post.note(state)
  })
}
