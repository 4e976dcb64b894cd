import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Case, play } from '../../packages/protocol/tests/session/play.js'
import { WIRE_CASES } from '../cases/wire-cases.js'
import { throughJson } from '../kit/through-json.js'
import type { XsWorker } from '../kit/xs/xs-worker.js'
import { describeInXs } from './describe-in-xs.js'
import { itAnswersAlike } from './it-answers-alike.js'
import { stageSubject } from './stage.js'

const folder = new URL('../../packages/protocol/cases/', import.meta.url)
const files = readdirSync(folder).filter((name) => name.endsWith('.json'))

describeInXs('the protocol in XS', () => {
  let xs: XsWorker
  beforeAll(async () => {
    xs = await stageSubject()
  })
  afterAll(() => xs.stop())

  describe.each(files)('%s', (file) => {
    const cases = JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Case[]
    it.each(cases)('$name', async ({ steps }) => {
      expect(await xs.ask(`subject.play(${JSON.stringify(steps)})`)).toEqual(throughJson(play(steps)))
    })
  })

  describe('the wire', () => {
    itAnswersAlike(WIRE_CASES, 'WIRE_CASES', () => xs)
  })
})
