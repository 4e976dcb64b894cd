import { describe, expect, it } from 'vitest'
import { measureDevice, playScene, SCENES } from '../src/golden/scenes.js'
import { brightnessOf, sceneOf } from '../src/index.js'
import { expectDrawable } from './drawable.js'

/** What DESIGN 11 and the issue name: each must be among the scenes. */
const GROUPS = [
  'idle',
  'waiting',
  'done',
  'running',
  'error',
  'unknown',
  'names',
  'quota',
  'remaining',
  'blocked',
  'freshness',
  'companions',
  'light',
  'touch',
  'setup',
]

describe.each(GROUPS)('%s', (group) => {
  const scenes = SCENES.filter((scene) => scene.group === group)

  it('has scenes', () => {
    expect(scenes.length).toBeGreaterThan(0)
  })

  it.each(scenes.map((scene) => [scene.name, scene] as const))('%s', (_, scene) => {
    const desk = playScene(scene)
    expect(sceneOf(desk, scene.now, measureDevice)).toEqual(scene.expected)
    expect(brightnessOf(desk)).toBe(scene.brightness)
  })

  it.each(scenes.map((scene) => [scene.name, scene] as const))('can be drawn: %s', (_, scene) => {
    expectDrawable(sceneOf(playScene(scene), scene.now, measureDevice), measureDevice)
  })
})

describe('the scenes', () => {
  it('are of these groups alone', () => {
    expect([...new Set(SCENES.map(({ group }) => group))].sort()).toEqual([...GROUPS].sort())
  })

  it('have a name each', () => {
    expect(new Set(SCENES.map(({ name }) => name)).size).toBe(SCENES.length)
    expect(SCENES.length).toBeGreaterThanOrEqual(45)
  })

  it('of light and touch poll as a device does, so that nothing is lost but what fails', () => {
    const polled = SCENES.filter(({ group, inputs }) => {
      return (group === 'light' || group === 'touch') && inputs.every(({ is }) => is !== 'failed')
    })
    for (const { name, inputs, now } of polled) {
      const heard = inputs.filter(({ is }) => is === 'status' || is === 'unchanged').map(({ at }) => at)
      const gaps = [...heard.slice(1), now].map((at, index) => at - (heard[index] as number))
      expect(Math.max(...gaps), name).toBeLessThan(60_000)
    }
  })

  it('tell their inputs in order, none after what is expected', () => {
    for (const { name, inputs, now } of SCENES) {
      const times = [...inputs.map(({ at }) => at), now]
      expect(times, name).toEqual([...times].sort((a, b) => a - b))
    }
  })
})
