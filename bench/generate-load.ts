import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Load, LoadResult } from './load-generator.js'

/** Loads a server from a process of its own, so that generating and answering do not share a thread. */
export async function generateLoad(wish: Load): Promise<LoadResult> {
  const child = fork(fileURLToPath(new URL('./load-generator.ts', import.meta.url)))
  try {
    child.send(wish)
    const [answer] = (await once(child, 'message')) as [{ result: LoadResult } | { error: string }]
    if ('error' in answer) throw new Error(answer.error)
    return answer.result
  } finally {
    child.kill()
  }
}
