import type { SourceState } from '@codexbar/protocol/wire'
import { observe } from '../../../core/quota/reading.js'
import { type CallAnswer, callService } from '../../call-answer.js'
import type { QuotaPost, QuotaSource, RunningSource } from '../../quota-source.js'
import { type Called, createUpstream } from '../../upstream.js'
import { readCredentials } from './credentials.js'
import { readUnifiedHeaders } from './unified-headers.js'
import { observeBody, readUsageBody } from './usage-body.js'

const ID = 'claude_api'

/** What Anthropic says when it is asked with the person's own token: all there is, but the budget is shared. */
export const claudeApi: QuotaSource = {
  id: ID,
  what: 'api.anthropic.com',
  optIn: true,
  create: (post) => createClaudeApi(post, process.platform),
}

const ADDRESS = 'https://api.anthropic.com/api/oauth/usage'

/** What Claude Code itself sends; without the first it is refused, and a stranger is asked to wait sooner. */
const HEADERS = {
  'anthropic-beta': 'oauth-2025-04-20',
  accept: 'application/json',
  'user-agent': 'claude-code/2.1.332',
}

/** What a refusal says for want of the scope `user:profile`. */
const SCOPE = /scope requirement|user:profile/i

/** The keychain may ask the person each time: what was missing in it is looked for again after this (ms). */
const KEYCHAIN_EVERY = 300_000

/** Returns the source as it runs on a platform. */
export function createClaudeApi(post: QuotaPost, platform: NodeJS.Platform): RunningSource {
  const { clock } = post
  const isAsking = platform === 'darwin'
  let notBefore = 0
  let last: SourceState = 'no_credentials'
  return createUpstream(post, {
    async credentials() {
      if (isAsking && clock.now() < notBefore) return { missing: last }
      notBefore = clock.now() + KEYCHAIN_EVERY
      const found = await readCredentials(post, platform)
      if ('missing' in found) last = found.missing
      return found
    },
    async call(token, signal) {
      const called = await ask(post, token, signal)
      last = called.state
      return called
    },
  })
}

async function ask(post: QuotaPost, token: string, signal: AbortSignal): Promise<Called> {
  // The answer is as old as the question: whoever signs in meanwhile does not own it.
  const observedAt = post.clock.now()
  const answer = await callService(post, ADDRESS, { ...HEADERS, authorization: `Bearer ${token}` }, signal)
  const body = readUsageBody(answer.body)
  if (body !== undefined) {
    const { observation, state } = observeBody(body, { source: ID, observedAt }, post.clock.now())
    post.tell(observation)
    return { end: { is: 'answered' }, state }
  }
  const windows = readUnifiedHeaders(answer.headers)
  if (windows.length > 0) post.tell(observe({ source: ID, observedAt, whole: [], isProven: true }, windows))
  return withScope(answer)
}

/** A token that was made for answers alone is good, but not for this. */
function withScope({ otherwise, status, text }: CallAnswer): Called {
  const isScope = status === 403 && otherwise.end.is === 'refused' && SCOPE.test(text)
  return isScope ? { ...otherwise, state: 'scope_missing' } : otherwise
}
