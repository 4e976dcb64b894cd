import { installEngine } from './xs-engine.js'

/** Runs once before the tests. Where CI is set, the machine was made for them: what is missing there is a failure. */
export function setup(): void {
  const engine = installEngine()
  if ('missing' in engine && process.env.CI !== undefined) throw new Error(engine.missing)
}
