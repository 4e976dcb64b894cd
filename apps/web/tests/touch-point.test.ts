import { LAYOUT } from '@codexbar/display'
import { describe, expect, test } from 'vitest'
import { keyPoint, touchPoint } from '../src/display/touch-point.js'
import { gaugesScene, section } from './scene.js'

const FRAME = { left: 100, top: 50, width: 640, height: 480 }
const middleOf = ({ y, height }: { y: number; height: number }) => ({ x: 160, y: Math.floor(y + height / 2) })
const pulsing = section({ accent: { motion: 'pulse', rest: 1, color: 0 } })

describe('a click', () => {
  test.each([
    [100, 50, 0, 0],
    [420, 290, 160, 120],
    [739, 529, 319, 239],
  ])('at %d, %d of the page', (clientX, clientY, x, y) => {
    expect(touchPoint({ clientX, clientY }, FRAME)).toEqual({ x, y })
  })
})

describe('a key touches', () => {
  test.each([
    ['the section that waits', gaugesScene(section(), pulsing), middleOf(LAYOUT.sections[1].whole)],
    ['the first that waits', gaugesScene(pulsing, pulsing), middleOf(LAYOUT.sections[0].whole)],
    ['the middle when none does', gaugesScene(), { x: 160, y: 120 }],
    ['the middle before there is a picture', undefined, { x: 160, y: 120 }],
  ])('%s', (_, scene, point) => expect(keyPoint(scene)).toEqual(point))
})
