import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FRAMES } from '../cases/frames.js'
import { NAMES } from '../cases/heard-names.js'
import type { XsWorker } from '../kit/xs/xs-worker.js'
import { describeInXs } from './describe-in-xs.js'
import { stageSubject } from './stage.js'

/** How many times the steps of plain names others may take: every second, and when a status is heard. */
const DEARER = { seen: 3, heard: 6 }

type Steps = { seen: number; heard: number }

describeInXs('what a frame costs in XS', () => {
  let xs: XsWorker
  beforeAll(async () => {
    xs = await stageSubject()
  })
  afterAll(() => xs.stop())

  /** The engine counts its slots; of few calls, nothing is collected. */
  const slotsOf = (name: string, times: number) => xs.slotsOf(`subject.FRAMES[${JSON.stringify(name)}](${times})`)

  it.each(Object.keys(FRAMES))('%s takes nothing of the heap', async (name) => {
    expect(await slotsOf(name, 33)).toBe(await slotsOf(name, 3))
  })

  it('what takes something is noticed', async () => {
    const more = await xs.slotsOf('[1, 2, 3].map((at) => ({ at })).length')
    expect(more).toBeGreaterThan(await xs.slotsOf('[1].map((at) => ({ at })).length'))
  })
})

describeInXs('what a name costs in XS', () => {
  let xs: XsWorker
  let plain: Steps
  beforeAll(async () => {
    xs = await stageSubject()
    plain = await stepsOf('ascii')
  })
  afterAll(() => xs.stop())

  /** The engine counts its steps, so one run says it. */
  async function stepsOf(name: string): Promise<Steps> {
    const heard = await xs.stepsOf(`desk = subject.hearName(${JSON.stringify(name)})`)
    return { heard, seen: await xs.stepsOf('subject.seeName(desk)') }
  }

  describe.each(Object.keys(NAMES).filter((name) => name !== 'ascii'))('%s', (name) => {
    it('costs little more than plain letters', async () => {
      const { seen, heard } = await stepsOf(name)
      expect(seen / plain.seen).toBeLessThanOrEqual(DEARER.seen)
      expect(heard / plain.heard).toBeLessThanOrEqual(DEARER.heard)
    })
  })
})
