import { join } from 'node:path'
import { repo } from '../kit/repo.js'
import { bundleForXs } from '../kit/xs/bundle-for-xs.js'
import { findEngine } from '../kit/xs/xs-engine.js'
import { startXs, type XsWorker } from '../kit/xs/xs-worker.js'

/** The engine with all that is compared loaded, as the global `subject`. */
export async function stageSubject(): Promise<XsWorker> {
  const engine = findEngine()
  if (!('worker' in engine)) throw new Error(engine.missing)
  const xs = startXs(engine.worker)
  await xs.evaluate(await bundleForXs(join(repo, 'tests/cases/subject.ts'), 'subject'))
  return xs
}
