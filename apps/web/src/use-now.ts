import { useEffect, useState } from 'preact/hooks'

/** Returns the time of the day (Unix ms), and draws again every `ms`. */
export function useNow(ms: number): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), ms)
    return () => clearInterval(timer)
  }, [ms])
  return now
}
