import { observe } from '../../../core/quota/reading.js'
import { callService } from '../../call-answer.js'
import { nameless } from '../../nameless.js'
import type { QuotaPost, QuotaSource } from '../../quota-source.js'
import { type Called, createUpstream } from '../../upstream.js'
import { codexFolder } from '../folder.js'
import { type Credentials, readCredentials } from './auth-file.js'
import { windowsOf } from './limit.js'
import { readCodexSettings } from './settings-file.js'
import { usageAddress } from './usage-address.js'
import { readUsageBody } from './usage-body.js'

const ID = 'codex_api'

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
  return { mark: nameless(credentials.token), value: { address, credentials } }
}

async function ask(post: QuotaPost, { address, credentials }: Visit, signal: AbortSignal): Promise<Called> {
  const { body, otherwise } = await callService(post, address, headersOf(credentials), signal)
  const observedAt = post.clock.now()
  const usage = readUsageBody(body, observedAt)
  if (usage === undefined) return otherwise
  const { accountId } = credentials
  const account = accountId === undefined ? undefined : nameless(accountId)
  const whole = usage.isWhole ? 'all' : []
  const windows = windowsOf(usage.limits)
  post.tell(observe({ source: ID, account, observedAt, whole, isProven: true }, windows))
  return { end: { is: 'answered' }, state: windows.length === 0 ? 'empty' : 'ok' }
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
