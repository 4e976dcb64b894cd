import { useEffect, useReducer, useRef } from 'preact/hooks'
import { secondly } from './secondly.js'

/** Returns what `read` says of this moment. It is asked each second, and only what changed is drawn again. */
export function useTold(read: () => string): string {
  const told = read()
  const latest = useRef({ read, told })
  latest.current = { read, told }
  const [, drawAgain] = useReducer((count: number, _: undefined) => count + 1, 0)
  useEffect(
    () =>
      secondly(() => {
        if (latest.current.read() !== latest.current.told) drawAgain(undefined)
      }),
    [],
  )
  return told
}
