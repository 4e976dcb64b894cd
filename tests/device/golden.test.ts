import { readdirSync, readFileSync } from 'node:fs'
import { type Box, LAYOUT, type Motion } from '@codexbar/display'
import { type GoldenScene, SCENES } from '@codexbar/display/scenes'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Case, play } from '../../packages/protocol/tests/session/play.js'
import { DISPLAY_CASES } from '../cases/display-cases.js'
import { moveParts, showScene } from '../cases/show-scene.js'
import { WIRE_CASES } from '../cases/wire-cases.js'
import type { Pixels } from '../kit/pixels.js'
import { disagreements } from '../kit/scene-regions.js'
import { sdk } from '../kit/simulator/sdk.js'
import { type Simulator, simulate } from '../kit/simulator/simulator.js'
import { CAUGHT } from '../kit/simulator/xsbug.js'
import { throughJson } from '../kit/through-json.js'
import { waitUntil } from '../kit/wait-until.js'
import { GOLDEN } from './build-firmware.js'
import { difference, without } from './picture.js'

const folder = new URL('../../packages/protocol/cases/', import.meta.url)
const files = readdirSync(folder).filter((name) => name.endsWith('.json'))

describe.skipIf(sdk.missing !== undefined)(
  `the golden cases in the device's XS (${sdk.missing ?? 'simulator'})`,
  () => {
    let device: Simulator
    beforeAll(async () => {
      device = await simulate(GOLDEN, {})
    })
    afterAll(async () => {
      const faults = device.faults()
      await device.stop()
      expect(faults.filter((fault) => !CAUGHT.test(fault))).toEqual([])
    })

    test('all scenes are there', async () => {
      expect(await device.ask('names')).toEqual(SCENES.map(({ group, name }) => `${group}: ${name}`))
    })

    test.each(SCENES.map((scene, at) => [`${scene.group}: ${scene.name}`, scene, at] as const))(
      'shows %s',
      async (_, scene, at) => {
        const shown = await device.ask('scene', at)
        expect(shown).toEqual(throughJson({ scene: scene.expected, brightness: scene.brightness }))
        expect(shown).toEqual(throughJson(showScene(scene)))
      },
    )

    test('the painter measures as the golden scenes were measured', async () => {
      for (const [at, scene] of SCENES.entries()) {
        expect(await device.ask('measured', at), scene.name).toEqual(throughJson(scene.expected))
      }
    })

    test('moves its parts alike', async () => {
      const [here, there] = [moveParts(), await device.ask<number[]>('move')]
      for (const [at, level] of there.entries()) expect(level).toBeCloseTo(here[at] ?? Number.NaN, 9)
    })

    describe.each(files)('%s', (file) => {
      const cases = JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Case[]
      test.each(cases)('$name', async ({ steps }) => {
        expect(await device.ask('play', steps)).toEqual(throughJson(play(steps)))
      })
    })

    test.each(WIRE_CASES.map(({ name, run }, at) => [name, run, at] as const))('the wire: %s', async (_, run, at) => {
      expect(await device.ask('wire', at)).toEqual(throughJson(run()))
    })

    test.each(DISPLAY_CASES.map(({ name, run }, at) => [name, run, at] as const))(
      'the display: %s',
      async (_, run, at) => {
        expect(await device.ask('display', at)).toEqual(throughJson(run()))
      },
    )
  },
)

/** Parts that move by themselves. */
const MOVING: readonly Box[] = LAYOUT.sections.flatMap(({ accent, name, whole }) => [
  accent,
  { x: name.x, y: name.y, width: whole.width - name.x, height: name.height },
])

/** One scene of each group: what leaves pixels behind does so between any two. */
const SAMPLE = SCENES.flatMap((scene, at) => (SCENES[at - 1]?.group === scene.group ? [] : [at]))

/** Returns how the parts of a scene move. */
function motionsOf({ expected }: GoldenScene): Motion[] {
  return expected.sections.flatMap(({ accent, dot }) => [accent.motion, dot.motion])
}

describe.skipIf(sdk.missing !== undefined)(`the painter (${sdk.missing ?? 'simulator'})`, () => {
  test('leaves nothing of one scene in the next', async () => {
    const device = await simulate(GOLDEN, {})
    try {
      const setup = SCENES.findIndex(({ expected }) => expected.screen === 'setup')
      const paint = async (at: number): Promise<Pixels> => {
        await device.ask('paint', at)
        return device.shot()
      }
      const alone = new Map<number, Pixels>()
      for (const at of SAMPLE) {
        await paint(setup)
        alone.set(at, await paint(at))
      }
      for (const before of SAMPLE) {
        for (const at of SAMPLE) {
          await paint(before)
          const after = await paint(at)
          const { count, box } = difference(without(alone.get(at) as Pixels, MOVING), without(after, MOVING))
          const names = [SCENES[before]?.name, SCENES[at]?.name]
          expect(count, `${names.join(', then ')}: ${JSON.stringify(box)}`).toBe(0)
        }
      }
      expect(device.faults()).toEqual([])
    } finally {
      await device.stop()
    }
  })

  test.each(['pulse', 'breathe'] as const)('leaves nothing on the heap in a frame of motion: %s', async (motion) => {
    const device = await simulate(GOLDEN, {})
    try {
      const moving = SCENES.findIndex((scene) => motionsOf(scene).includes(motion))
      await device.ask('paint', moving)
      const first = device.xsbug.samples.length + 2
      await waitUntil('some seconds', () => device.xsbug.samples.length >= first + 3, { within: 20_000 })
      const samples = device.xsbug.samples.slice(first)
      for (const sample of samples) expect(sample['Frames drawn']).toBeGreaterThanOrEqual(8)
      const heaps = samples.map((sample) => [sample['Chunk used'], sample['Slot used']])
      expect(heaps[0]).toEqual([expect.any(Number), expect.any(Number)])
      expect(new Set(heaps.map(String)).size).toBe(1)
      expect(device.faults()).toEqual([])
    } finally {
      await device.stop()
    }
  })

  test('draws every scene where the layout says, as the page does', async () => {
    const device = await simulate(GOLDEN, {})
    try {
      for (const [at, { group, name, expected }] of SCENES.entries()) {
        await device.ask('paint', at)
        const picture = await device.shot(`scene-${group}-${name.replaceAll(/\W+/g, '-')}`)
        expect(disagreements(picture, expected), `${group}: ${name}`).toEqual([])
      }
      expect(device.faults()).toEqual([])
    } finally {
      await device.stop()
    }
  })
})
