import { enterBase } from './base.js'
import { changed, type Session } from './session.js'
import type { Ms } from './signal.js'
import { RETRY } from './timing.js'

/** How many requests' ids a session remembers. */
const REMEMBERED = 4

/** Returns the session with one more model request made: after a failed one it is the retry. */
export function beginRequest(session: Session, request: string | undefined): Session {
  const { failing, requests } = session
  const isRetry = failing !== undefined && (failing.request === undefined || failing.request !== request)
  const isNew = request !== undefined && !requests.includes(request)
  return changed(session, {
    failing: isRetry ? undefined : failing,
    requests: isNew ? [...requests, request].slice(-REMEMBERED) : requests,
  })
}

/**
 * Returns the session with a model request failed. The client retries most failures by itself: only a `final` one, or
 * one that no other request follows, is an error.
 */
export function failRequest(
  session: Session,
  { request, reason, final }: { request?: string | undefined; reason: string; final: boolean },
  now: Ms,
): Session {
  const { requests } = session
  const isRetried = request !== undefined && requests.includes(request) && requests.at(-1) !== request
  if (isRetried) return session
  if (final) return enterBase(changed(session, { failing: undefined }), 'error', reason, now)
  return changed(session, { failing: { request, reason, dueAt: now + RETRY } })
}
