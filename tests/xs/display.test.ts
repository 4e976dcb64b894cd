import { SCENES } from '@codexbar/display/scenes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DISPLAY_CASES } from '../cases/display-cases.js'
import { moveParts, showScene } from '../cases/show-scene.js'
import { throughJson } from '../kit/through-json.js'
import type { XsWorker } from '../kit/xs/xs-worker.js'
import { describeInXs } from './describe-in-xs.js'
import { itAnswersAlike } from './it-answers-alike.js'
import { stageSubject } from './stage.js'

describeInXs('the display in XS', () => {
  let xs: XsWorker
  beforeAll(async () => {
    xs = await stageSubject()
  })
  afterAll(() => xs.stop())

  describe('shows', () => {
    it.each(SCENES.map((scene, at) => ({ scene, at, title: `${scene.group}: ${scene.name}` })))(
      '$title',
      async ({ scene, at }) => {
        const shown = await xs.ask(`subject.showScene(subject.SCENES[${at}])`)
        expect(shown).toEqual({ scene: throughJson(scene.expected), brightness: scene.brightness })
        expect(shown).toEqual(throughJson(showScene(scene)))
      },
    )
  })

  describe('asked by itself', () => {
    itAnswersAlike(DISPLAY_CASES, 'DISPLAY_CASES', () => xs)
  })

  it('moves its parts alike', async () => {
    const [here, there] = [moveParts(), await xs.ask<number[]>('subject.moveParts()')]
    expect(there).toHaveLength(here.length)
    here.forEach((level, at) => {
      expect(there[at]).toBeCloseTo(level, 12)
    })
  })
})
