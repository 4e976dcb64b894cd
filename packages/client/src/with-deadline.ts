/**
 * Runs `task` with a signal that aborts after `limit` ms or with `outer`, and leaves nothing behind. Not
 * `AbortSignal.any`: Node 20 may collect a signal made by it before it fires.
 */
export async function withDeadline<T>(
  limit: number,
  outer: AbortSignal | undefined,
  task: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController()
  const follow = (): void => controller.abort(outer?.reason)
  const timer = setTimeout(() => controller.abort(new DOMException('No answer in time.', 'TimeoutError')), limit)
  outer?.addEventListener('abort', follow, { once: true })
  try {
    outer?.throwIfAborted()
    return await task(controller.signal)
  } finally {
    clearTimeout(timer)
    outer?.removeEventListener('abort', follow)
  }
}
