import { useMemo } from 'preact/hooks'
import { useTold } from './use-told.js'

/**
 * Returns what `read` makes of this moment, a value that JSON can spell. It is asked each second, and drawn again only
 * when it says something else; until then it is the same value.
 */
export function useMoment<T>(read: () => T): T {
  const told = useTold(() => JSON.stringify(read()))
  return useMemo(() => JSON.parse(told) as T, [told])
}
