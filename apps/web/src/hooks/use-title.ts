import { useEffect } from 'preact/hooks'
import type { Live } from '../live/live.js'
import { pageTitle } from '../live/title.js'
import { waitingOf } from '../live/waiting.js'
import { useStore } from './use-store.js'
import { useTold } from './use-told.js'

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
