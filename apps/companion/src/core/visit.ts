import type { Headers } from './access.js'

/** What browsers send along with what nobody asked for yet. */
const AHEAD_OF_TIME = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'] as const

/**
 * Whether these headers are of a person who goes to an address, as far as they tell: not of a browser that looks ahead,
 * nor of a picture, a frame or a script of another page.
 */
export function isVisit(headers: Headers): boolean {
  if (AHEAD_OF_TIME.some((name) => headers[name] !== undefined)) return false
  const { 'sec-fetch-dest': purpose = 'document' } = headers
  return purpose === 'document'
}
