import type { SourceState } from '@codexbar/protocol/wire'
import { type Ms, observe } from '../../../core/quota/reading.js'
import { boundedText } from '../../bounded-text.js'
import type { QuotaPost, QuotaSource, RunningSource } from '../../quota-source.js'
import { retryAfterIn } from '../../retry-after.js'
import { parseJson, recordIn } from '../../unknown.js'
import { type Called, createUpstream } from '../../upstream.js'
import { observeBody } from './body-observation.js'
import { readCredentials } from './credentials.js'
import { readUnifiedHeaders } from './unified-headers.js'
import { readUsageBody } from './usage-body.js'

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

const LARGEST_BODY = 1024 * 1024
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
  let response: Response
  try {
    const headers = { ...HEADERS, authorization: `Bearer ${token}` }
    response = await post.fetch(ADDRESS, { headers, signal, redirect: 'error' })
  } catch {
    return { end: { is: 'failed' }, state: 'unreachable' }
  }
  const text = await boundedText(response, LARGEST_BODY)
  const body = text === undefined ? undefined : readUsageBody(parseJson(text))
  if (response.ok && body !== undefined) {
    const { observation, state } = observeBody(body, { source: ID, observedAt }, post.clock.now())
    post.tell(observation)
    return { end: { is: 'answered' }, state }
  }
  const windows = readUnifiedHeaders(response.headers)
  if (windows.length > 0) post.tell(observe({ source: ID, observedAt, whole: [], isProven: true }, windows))
  return endOf(response, text ?? '', post.clock.now())
}

/** What is made of an answer without a usage body. */
function endOf({ status, headers }: Response, text: string, now: Ms): Called {
  const wait = { is: 'limited', retryAfter: retryAfterIn(headers.get('retry-after'), now) } as const
  if (status === 429) return { end: wait, state: 'rate_limited' }
  if (status === 401) return { end: { is: 'refused' }, state: 'auth_expired' }
  if (status === 403) return forbidden(text)
  if (status >= 500) return { end: wait, state: 'unreachable' }
  return { end: { is: 'failed' }, state: 'bad_answer' }
}

/** Anthropic refuses in JSON; a page is of somebody on the way. */
function forbidden(text: string): Called {
  if (recordIn(parseJson(text)) === undefined) return { end: { is: 'failed' }, state: 'challenged' }
  return {
    end: { is: 'refused' },
    state: /scope requirement|user:profile/i.test(text) ? 'scope_missing' : 'auth_expired',
  }
}
