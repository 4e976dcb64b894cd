import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Provider, Report, Summary } from '../../src/wire/index.js'
import { createDesk } from './desk.js'

type Step = { t: number } & {
  report?: Report
  witness?: { key: string; status: 'busy' | 'waiting' | 'idle' | 'dead'; at?: number }
  session?: { id: string; state: string; reason?: string; asks?: number }
  status?: Partial<Record<Provider, Partial<Summary>>>
  announced?: number
}

const folder = new URL('../../cases/', import.meta.url)
/** The cases begin at a real hour: no rule may depend on time being small. */
const START = 1_796_000_000_000

function run(steps: readonly Step[]): void {
  const desk = createDesk()
  for (const step of steps) {
    const now = START + Math.round(step.t * 1000)
    desk.advanceTo(now)
    if (step.report !== undefined) expect(desk.tell(now, step.report)).not.toHaveProperty('error')
    if (step.witness !== undefined) {
      const { key, status, at } = step.witness
      desk.witness(now, key, status, at === undefined ? now : START + at * 1000)
    }
    if (step.session !== undefined) {
      const { id, state, reason, asks } = step.session
      const record = desk.record(id)
      expect(`${step.t} s: ${record?.state ?? 'gone'}`).toBe(`${step.t} s: ${state}`)
      if (reason !== undefined) expect(record?.reason).toBe(reason)
      if (asks !== undefined) expect(record?.asks).toHaveLength(asks)
    }
    if (step.status !== undefined) expect(desk.status()).toMatchObject(step.status)
    if (step.announced !== undefined) {
      expect(desk.changes.filter(({ type }) => type === 'ask-announced')).toHaveLength(step.announced)
    }
  }
}

for (const file of readdirSync(folder).filter((name) => name.endsWith('.json'))) {
  const cases = JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as { name: string; steps: Step[] }[]
  describe(file.replace('.json', ''), () => {
    it.each(cases)('$name', ({ steps }) => run(steps))
  })
}
