import { describe, expect, test } from 'vitest'
import { announceScene, describeScene } from '../src/display/describe-scene.js'
import { gauge, gaugesScene, section } from './scene.js'

const waiting = section({
  accent: { motion: 'pulse', rest: 1, color: 0 },
  badge: '2 waiting',
  headline: 'api',
  gauges: [gauge(), gauge({ label: 'week', percent: '--', countdown: '' })],
})
const breathing = { shape: 'solid', motion: 'breathe', rest: 0.75, color: 0 } as const
const running = section({ name: 'Codex', headline: 'shop', dot: breathing, note: 'no quota known' })

describe('a scene in words', () => {
  test('says everything that the picture does', () => {
    expect(describeScene(gaugesScene(waiting, running))).toBe(
      'Claude: 2 waiting, api, 5h 42%, resets in 2h 5m, week unknown. ' +
        'Codex: running, shop, no quota known. live. 12:05',
    )
  })

  test('interrupts nobody for names that rotate, quotas and what runs', () => {
    expect(announceScene(gaugesScene(waiting, running))).toBe('Claude: 2 waiting')
    expect(announceScene(gaugesScene(running))).toBe('')
    expect(announceScene(gaugesScene(section({ badge: 'used up 2h 5m' })))).toBe('')
  })

  test('of the set-up screen is its text', () => {
    const setup = { title: 'No companion', lines: ['Run it:', '', 'pnpm dev'], note: '' }
    const scene = { ...gaugesScene(), screen: 'setup' as const, setup }
    expect(describeScene(scene)).toBe('No companion. Run it:. pnpm dev')
    expect(announceScene(scene)).toBe('No companion')
  })
})
