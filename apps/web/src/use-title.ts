import { useEffect } from 'preact/hooks'
import type { Live } from './live.js'
import { pageTitle } from './title.js'
import { useNow } from './use-now.js'
import { useStore } from './use-store.js'
import { waitingOf } from './waiting.js'

/** Keeps the count of what needs the person in the title, whatever the page shows. */
export function useTitle(live: Live): void {
  const state = useStore(live)
  const title = pageTitle(waitingOf(state, useNow(1_000) + state.ahead))
  useEffect(() => {
    document.title = title
  }, [title])
}
