import { expect, it } from 'vitest'
import type { EngineCase } from '../cases/engine-case.js'
import { throughJson } from '../kit/through-json.js'
import type { XsWorker } from '../kit/xs/xs-worker.js'

/** Tests that each case comes to the same here and in XS, where the subject exports the cases by `name`. */
export function itAnswersAlike(cases: readonly EngineCase[], name: string, xs: () => XsWorker): void {
  const rows = cases.map((row, at) => ({ ...row, expression: `subject.${name}[${at}].run()` }))
  it.each(rows.filter(({ fault }) => fault === undefined))('$name', async ({ run, expression }) => {
    expect(await xs().ask(expression)).toEqual(throughJson(run()))
  })
  it.each(rows.filter(({ fault }) => fault !== undefined))('$name, not in this engine: $fault', async (row) => {
    expect(await xs().ask(row.expression)).not.toEqual(throughJson(row.run()))
  })
}
