import { bundleForXs } from './bundle-for-xs.js'
import { findEngine } from './xs-engine.js'
import { startXs, type XsWorker } from './xs-worker.js'

/** The engine with all that is compared loaded, as the global `subject`. */
export async function stageSubject(): Promise<XsWorker> {
  const engine = findEngine()
  if (!('worker' in engine)) throw new Error(engine.missing)
  const xs = startXs(engine.worker)
  await xs.evaluate(await bundleForXs(`${import.meta.dirname}/subject.ts`, 'subject'))
  return xs
}

/** Returns a value as it comes out of the other engine: through JSON. */
export function throughJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value ?? null))
}
