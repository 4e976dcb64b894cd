import { useEffect, useState } from 'preact/hooks'
import { type Route, routeOf } from '../route.js'

/** Returns the route of the address, and draws again when that changes. */
export function useRoute(): Route {
  const [route, setRoute] = useState(() => routeOf(location.hash))
  useEffect(() => {
    const follow = (): void => setRoute(routeOf(location.hash))
    // The address may have changed between the first drawing and now.
    follow()
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [])
  return route
}
