import { inCi } from '../kit/in-ci.js'
import { installEngine } from '../kit/xs/xs-engine.js'

/** Runs once before the tests, and fails where an engine must be. */
export function setup(): void {
  const engine = installEngine()
  if ('missing' in engine && inCi) throw new Error(engine.missing)
}
