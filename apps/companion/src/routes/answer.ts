import { ERRORS, type Refusal } from '@codexbar/protocol/wire'
import type { Answer } from './route.js'

/** The headers of every JSON answer: never kept, never guessed at, never embedded by another page. */
export const JSON_HEADERS = {
  'content-type': 'application/json',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
} as const

/** What is answered when answering failed. */
export const INTERNAL: Refusal = { error: 'internal', message: 'the companion failed to answer; its log says why' }

/** What is answered where there is nothing. */
export const NOT_FOUND: Refusal = { error: 'not_found', message: 'there is no such endpoint' }

const TAKEN = line(200, '{"ok":true}')
const IGNORED = line(200, '{"ok":true,"ignored":true}')

/** Answers a value as JSON. */
export function answer(value: unknown, status = 200): Response {
  return new Response(JSON.stringify(value), { status, headers: JSON_HEADERS })
}

/** Answers a refusal with the status of its row in the table of errors. */
export function refused(refusal: Refusal): Response {
  const { status, body } = refusalAnswer(refusal)
  const headers = status === 401 ? { ...JSON_HEADERS, 'www-authenticate': 'Bearer' } : JSON_HEADERS
  return new Response(body, { status, headers })
}

/** Returns what is answered to an event: taken, or `ignored` because it means nothing here, or refused. */
export function intakeAnswer(taken: { ignored: boolean } | Refusal): Answer {
  if ('error' in taken) return refusalAnswer(taken)
  return taken.ignored ? IGNORED : TAKEN
}

/** Returns the line of the log about a request that could not be answered; the code of a link is not in it. */
export function describeFailure(method: string, path: string, { name, message }: Error): string {
  return `${method} ${path.replace(/^\/enter\/.*/, '/enter/CODE')} failed: ${name}: ${message}`
}

function refusalAnswer({ error, message }: Refusal): Answer {
  return line(ERRORS[error], JSON.stringify({ ok: false, error, message }))
}

/** Reports are most of the traffic, and what is answered to them is of no use to anyone else: few headers. */
function line(status: number, body: string): Answer {
  const headers = {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    'x-content-type-options': 'nosniff',
  }
  return { status, body, headers }
}
