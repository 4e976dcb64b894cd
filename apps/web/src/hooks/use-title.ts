import { useEffect } from 'preact/hooks'
import type { Live } from './live.js'
import { pageTitle } from './title.js'
import { useStore } from './use-store.js'
import { useTold } from './use-told.js'
import { waitingOf } from './waiting.js'

/** Keeps the count of what needs the person in the title, whatever the page shows. */
export function useTitle(live: Live): void {
  const state = useStore(live)
  const title = useTold(() =>
    pageTitle(waitingOf(state, { today: Date.now() + state.ahead, clock: performance.now() })),
  )
  useEffect(() => {
    document.title = title
  }, [title])
}
