import { useEffect, useState } from 'preact/hooks'
import type { Store } from '../live/store.js'

/** Returns what a store holds, and draws again when that changes. */
export function useStore<T>(store: Store<T>): T {
  const [value, setValue] = useState(store.get)
  useEffect(() => {
    const follow = (): void => setValue(store.get)
    follow()
    return store.onChange(follow)
  }, [store])
  return value
}
