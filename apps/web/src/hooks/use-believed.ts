import type { SessionRecord, Sessions } from '@codexbar/protocol/wire'
import { useEffect, useMemo, useState } from 'preact/hooks'
import { believed, believedUntil } from '../live/believed.js'
import { secondly } from './secondly.js'

/** Returns the sessions that are still believed, most urgent first; draws again when one of them is not any more. */
export function useBelieved({ sessions, now }: Sessions, ahead: number): SessionRecord[] {
  const [moment, setMoment] = useState(now)
  const { shown, until } = useMemo(() => {
    const shown = believed(sessions, Math.max(moment, now))
    return { shown, until: believedUntil(shown) }
  }, [sessions, moment])
  useEffect(
    () =>
      secondly(() => {
        const current = Date.now() + ahead
        if (current >= until) setMoment(current)
      }),
    [until, ahead],
  )
  return shown
}
