import { describe } from 'vitest'
import { findEngine } from '../kit/xs/xs-engine.js'

/** Describes what needs the XS engine: skipped, with the reason in its name, where there is none. */
export function describeInXs(name: string, body: () => void): void {
  const engine = findEngine()
  if ('worker' in engine) describe(name, body)
  else describe.skip(`${name} (${engine.missing})`, body)
}
