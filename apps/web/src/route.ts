/** What the page shows: the live view, all scenes, or one of them large. */
export type Route = { at: 'live' } | { at: 'scenes'; name?: string }

/** Returns the route of an address' fragment; one that means nothing is the live view. */
export function routeOf(hash: string): Route {
  const [, room, name] = hash.split('/')
  if (room !== 'scenes') return { at: 'live' }
  return name === undefined || name === '' ? { at: 'scenes' } : { at: 'scenes', name: readName(name) }
}

/** Returns the fragment that leads to a route. */
export function hashOf(route: Route): string {
  if (route.at === 'live') return '#/'
  return route.name === undefined ? '#/scenes' : `#/scenes/${encodeURIComponent(route.name)}`
}

/** A name that someone typed may not be encoded as a name should. */
function readName(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
