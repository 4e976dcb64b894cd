import type { SourceState } from '@codexbar/protocol/wire'
import { boundedText } from './bounded-text.js'
import { parseJson, recordIn } from './json.js'
import type { Edges } from './quota-source.js'
import { retryAfterIn } from './retry-after.js'
import type { Called } from './upstream.js'

/**
 * How a service answered a call. `body` is what it said where it agreed to, as JSON; `otherwise` is how the call ended
 * when that is not what was asked for. The rest is there whatever it said; `status` is 0 where nobody answered.
 */
export type CallAnswer = { body: unknown; otherwise: Called; status: number; headers: Headers; text: string }

/** Bodies have a few KB (bytes). */
const LONGEST_BODY = 1024 * 1024

const NOBODY: CallAnswer = {
  body: undefined,
  otherwise: { end: { is: 'failed' }, state: 'unreachable' },
  status: 0,
  headers: new Headers(),
  text: '',
}

/** Asks a service with a person's own token in `headers`, which is taken to no other place. Never throws. */
export async function callService(
  { fetch, clock }: Pick<Edges, 'fetch' | 'clock'>,
  address: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<CallAnswer> {
  let response: Response
  try {
    response = await fetch(address, { headers, signal, redirect: 'error' })
  } catch {
    return NOBODY
  }
  const text = (await boundedText(response, LONGEST_BODY)) ?? ''
  const said = parseJson(text)
  return {
    body: response.ok ? said : undefined,
    otherwise: endOf(response, said, clock.now()),
    status: response.status,
    headers: response.headers,
    text,
  }
}

function endOf({ status, headers }: Response, said: unknown, now: number): Called {
  const limited = (state: SourceState): Called => ({
    end: { is: 'limited', retryAfter: retryAfterIn(headers.get('retry-after'), now) },
    state,
  })
  if (status === 429) return limited('rate_limited')
  if (status >= 500) return limited('unreachable')
  if (status === 401) return { end: { is: 'refused' }, state: 'auth_expired' }
  if (status !== 403) return { end: { is: 'failed' }, state: 'bad_answer' }
  // A service refuses in JSON; a page is of somebody on the way, and says nothing of the token.
  return recordIn(said) === undefined
    ? { end: { is: 'failed' }, state: 'challenged' }
    : { end: { is: 'refused' }, state: 'auth_expired' }
}
