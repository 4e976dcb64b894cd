import type { Status } from '@codexbar/protocol/wire'
import { describe, expect, it } from 'vitest'
import { measureDevice } from '../src/golden/scenes.js'
import { createDesk, type DeskInput, sceneOf, updateDesk } from '../src/index.js'

const STATUS: Status = { ok: true, updated_at: 0, providers: [] }

/** Returns the footer at `now` of a display that two companions, of which the second takes no token, told these. */
function footerAt(now: number, ...told: readonly (readonly [number, DeskInput])[]): string {
  const companions = [
    { label: 'a', hasToken: true },
    { label: 'b', hasToken: false },
  ]
  let desk = createDesk({ companions, brightness: 100, hasWifi: true }, 0)
  for (const [at, input] of told) desk = updateDesk(desk, input, at).desk
  return sceneOf(desk, now, measureDevice).footer.left
}

const answered = (from: number, at: number) => [at, { is: 'status', from, status: STATUS }] as const
const failed = (from: number, at: number, why: 'unreachable' | 'unauthorized') =>
  [at, { is: 'failed', of: 'status', from, why }] as const

describe('the footer', () => {
  it.each([
    ['says nothing of a companion that is started anew', 14_999, 'live'],
    ['says after five seconds of failing that it fails', 15_001, 'unreachable'],
    ['does not say that before the next failure when it answered in between', 21_000, 'live'],
  ])('%s', (_, now, words) => {
    const both = [answered(0, 0), answered(1, 0)]
    const back = now > 20_000 ? [answered(0, 20_000)] : []
    expect(footerAt(now, ...both, failed(0, 10_000, 'unreachable'), ...back)).toBe(words)
  })

  it('says of each companion what its own token means', () => {
    expect(footerAt(1_000, answered(0, 0), failed(1, 0, 'unauthorized'))).toBe('b not paired')
    expect(footerAt(1_000, answered(1, 0), failed(0, 0, 'unauthorized'))).toBe('a bad token')
  })
})
