import { RefusedError, UnreachableError } from '@codexbar/client'
import type { Failure } from '@codexbar/display'

/** Returns why a call of the client failed, as the display says it. */
export function failureOf(error: unknown): Failure {
  if (error instanceof UnreachableError) return isTimeout(error.cause) ? 'timeout' : 'unreachable'
  if (error instanceof RefusedError) return error.status === 401 ? 'unauthorized' : 'refused'
  return 'bad_answer'
}

function isTimeout(cause: unknown): boolean {
  return cause instanceof Error && cause.name === 'TimeoutError'
}
