import { type Ms, observe } from '../../../core/quota/reading.js'
import { boundedText } from '../../bounded-text.js'
import { nameless } from '../../nameless.js'
import type { QuotaPost, QuotaSource } from '../../quota-source.js'
import { retryAfterIn } from '../../retry-after.js'
import { parseJson } from '../../unknown.js'
import { type Called, createUpstream } from '../../upstream.js'
import { codexFolder } from '../folder.js'
import { type Credentials, readCredentials } from './auth-file.js'
import { windowsOf } from './limit.js'
import { readCodexSettings } from './settings-file.js'
import { usageAddress } from './usage-address.js'
import { readUsageBody } from './usage-body.js'

const ID = 'codex_api'

/** It has a few KB (bytes). */
const LONGEST_BODY = 1024 * 1024

/** What Codex asks ChatGPT for (no public API), with the token that Codex keeps in its `auth.json`. */
export const codexApi: QuotaSource = {
  id: ID,
  what: 'chatgpt.com',
  optIn: true,
  create: (post) =>
    createUpstream<Visit>(post, {
      credentials: () => readVisit(post),
      call: (visit, signal) => ask(post, visit, signal),
    }),
}

type Visit = { address: string; credentials: Credentials }

async function readVisit(post: QuotaPost) {
  const codexHome = codexFolder(post.env, post.config)
  const { auth, credentials } = await readCredentials(codexHome)
  if (auth.is === 'unreadable') return { missing: 'unreadable' } as const
  if (auth.is !== 'signed_in' || credentials === undefined) return { missing: 'no_credentials' } as const
  // Codex renews it when it runs next; nobody else may.
  if (credentials.expiresAt !== undefined && credentials.expiresAt <= post.clock.now()) {
    return { missing: 'auth_expired' } as const
  }
  const address = usageAddress((await readCodexSettings(codexHome)).get('chatgpt_base_url'))
  if (address === undefined) return { missing: 'unreachable' } as const
  return { mark: auth.mark, value: { address, credentials } }
}

async function ask(post: QuotaPost, { address, credentials }: Visit, signal: AbortSignal): Promise<Called> {
  try {
    const { fetch } = post
    const response = await fetch(address, { headers: headersOf(credentials), redirect: 'error', signal })
    if (response.ok) return take(post, await boundedText(response, LONGEST_BODY), credentials)
    return await (REFUSALS[response.status] ?? otherEnd)(response, post.clock.now())
  } catch {
    return { end: { is: 'failed' }, state: 'unreachable' }
  }
}

function headersOf({ token, accountId, isFedramp }: Credentials): Record<string, string> {
  return {
    authorization: `Bearer ${token}`,
    accept: 'application/json',
    'user-agent': 'codex-cli',
    ...(accountId === undefined ? {} : { 'chatgpt-account-id': accountId }),
    ...(isFedramp ? { 'x-openai-fedramp': 'true' } : {}),
  }
}

function take(post: QuotaPost, text: string | undefined, { accountId }: Credentials): Called {
  const observedAt = post.clock.now()
  const usage = text === undefined ? undefined : readUsageBody(parseJson(text), observedAt)
  if (usage === undefined) return { end: { is: 'failed' }, state: 'bad_answer' }
  const account = accountId === undefined ? undefined : nameless(accountId)
  const whole = usage.isWhole ? 'all' : []
  const windows = windowsOf(usage.limits)
  post.tell(observe({ source: ID, account, observedAt, whole, isProven: true }, windows))
  return { end: { is: 'answered' }, state: windows.length === 0 ? 'empty' : 'ok' }
}

type Refusal = (response: Response, now: Ms) => Promise<Called>

const EXPIRED: Called = { end: { is: 'refused' }, state: 'auth_expired' }

/** What a status means that is not of the service as a whole. */
const REFUSALS: Readonly<Record<number, Refusal>> = {
  401: async (response) => {
    discard(response)
    return EXPIRED
  },
  // A page in the place of JSON comes from something on the way, and says nothing of the token.
  403: async (response) => {
    const text = await boundedText(response, LONGEST_BODY)
    const isJson = text !== undefined && parseJson(text) !== undefined
    return isJson ? EXPIRED : { end: { is: 'failed' }, state: 'challenged' }
  },
  429: async (response, now) => {
    discard(response)
    const retryAfter = retryAfterIn(response.headers.get('retry-after'), now)
    return { end: { is: 'limited', retryAfter }, state: 'rate_limited' }
  },
}

async function otherEnd(response: Response): Promise<Called> {
  discard(response)
  return { end: { is: 'failed' }, state: response.status >= 500 ? 'unreachable' : 'bad_answer' }
}

/** Ends an answer whose body nobody reads. */
function discard({ body }: Response): void {
  body?.cancel().catch(() => undefined)
}
