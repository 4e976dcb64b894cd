import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { overBudget, type Sizes } from '../kit/over-budget.js'
import { repo } from '../kit/repo.js'
import { bundleDevice } from './device-code/device-bundle.js'

it.each<[string, Sizes, Sizes, string[]]>([
  ['what keeps to its budget', { a: 10 }, { a: 10, total: 10 }, []],
  ['a part that grew', { a: 12, b: 1 }, { a: 10, b: 5, total: 20 }, ['a has 12 bytes, 2 above its budget of 10']],
  ['a whole that grew', { a: 5, b: 5 }, { a: 9, b: 9, total: 9 }, ['total has 10 bytes, 1 above its budget of 9']],
  ['a new part', { a: 5 }, { total: 9 }, ['a has 5 bytes and no budget']],
  ['a part that went', { a: 5 }, { a: 9, b: 9, total: 9 }, ['b has a budget but is not there']],
])('of %s says what is wrong', (_, sizes, budget, complaints) => {
  expect(overBudget(sizes, budget)).toEqual(complaints)
})

describe('the firmware’s modules', () => {
  it('keep to the bytes of apps/device-moddable/size-budget.json', () => {
    const bundle = bundleDevice()
    const sizes = [...bundle.modules].map(([path, text]) => [path, Buffer.byteLength(text)])
    bundle.remove()
    const budget = JSON.parse(readFileSync(join(repo, 'apps/device-moddable/size-budget.json'), 'utf8'))
    expect(overBudget(Object.fromEntries(sizes), budget)).toEqual([])
  })
})
