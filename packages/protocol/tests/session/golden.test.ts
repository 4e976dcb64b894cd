import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type Case, play, type Seen, type Step } from './play.js'

const folder = new URL('../../cases/', import.meta.url)

function judge(step: Step, seen: Seen): void {
  expect(seen.refused).toBe(false)
  if (step.session !== undefined) {
    const { state, reason, asks } = step.session
    expect(`${step.t} s: ${seen.session?.state ?? 'gone'}`).toBe(`${step.t} s: ${state}`)
    if (reason !== undefined) expect(seen.session?.reason).toBe(reason)
    if (asks !== undefined) expect(seen.session?.asks).toHaveLength(asks)
  }
  if (step.status !== undefined) expect(seen.status).toMatchObject(step.status)
  if (step.announced !== undefined) expect(seen.announced).toBe(step.announced)
}

for (const file of readdirSync(folder).filter((name) => name.endsWith('.json'))) {
  const cases = JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Case[]
  describe(file.replace('.json', ''), () => {
    it.each(cases)('$name', ({ steps }) => {
      const seen = play(steps)
      steps.forEach((step, at) => {
        judge(step, seen[at] as Seen)
      })
    })
  })
}
