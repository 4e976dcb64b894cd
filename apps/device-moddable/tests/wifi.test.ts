import type { DeskInput } from '@codexbar/display'
import { describe, expect, test } from 'vitest'
import { keepWifi, type Station as Radio } from '../src/wifi.js'
import { standingClock } from './clock.js'

/** How the air answers an attempt to join, and which networks a scan finds. */
type Air = {
  joins: 'at once' | 'never answers' | 'no address' | 'refuses' | 'throws' | 'has no radio'
  found: readonly string[]
  scans?: boolean
}

function stage(air: Air, password?: string) {
  const clock = standingClock()
  const told: string[] = []
  const log = { starts: 0, connects: 0, asked: [] as unknown[], now: air, become: (_: number) => {} }
  let change = () => {}
  class Station implements Radio {
    connection = 0
    address: string | undefined
    constructor({ onChanged }: { onChanged: () => void }) {
      log.starts += 1
      if (log.now.joins === 'has no radio') throw new Error('no radio')
      change = onChanged
      log.become = (connection) => this.become(connection)
    }
    connect(credentials: unknown) {
      log.connects += 1
      log.asked.push(credentials)
      if (log.now.joins === 'throws') throw new Error('already connecting')
      this.connection = 300
      clock.after(2_000, () => {
        if (log.now.joins === 'at once') this.become(500, '192.168.1.77')
        if (log.now.joins === 'no address') this.become(400)
        if (log.now.joins === 'refuses') this.become(200)
      })
    }
    disconnect() {
      this.connection = 200
    }
    scan({ onFound, onComplete }: { onFound(network: { SSID: string }): void; onComplete(): void }) {
      if (log.now.scans === false) return
      clock.after(1_000, () => {
        for (const SSID of log.now.found) onFound({ SSID })
        onComplete()
      })
    }
    become(connection: number, address?: string) {
      this.connection = connection
      this.address = address
      change()
    }
  }
  keepWifi(Station, { ssid: 'Home', password }, clock, (input: Extract<DeskInput, { is: 'network' }>) => {
    told.push(input.address === undefined ? input.state : `${input.state} ${input.address}`)
  })
  return { clock, told, log }
}

describe('Wi-Fi', () => {
  test('joins and says its address', () => {
    const { clock, told, log } = stage({ joins: 'at once', found: [] }, 'secret')
    clock.pass(3_000)
    expect(told).toEqual(['joining', 'joined 192.168.1.77'])
    expect(log.asked).toEqual([{ SSID: 'Home', password: 'secret', secure: true }])
    clock.pass(60 * 60_000)
    expect(log.connects).toBe(1)
    expect(clock.pending()).toBe(0)
  })

  test('an open network is joined without a password', () => {
    expect(stage({ joins: 'at once', found: [] }).log.asked).toEqual([{ SSID: 'Home' }])
  })

  test.each([
    ['a network that is not there is said', { joins: 'refuses', found: ['Other'] }, 'not_found'],
    [
      'a network that is there and refuses has another password',
      { joins: 'refuses', found: ['Home'] },
      'wrong_password',
    ],
    ['a scan that never ends finds nothing', { joins: 'refuses', found: ['Home'], scans: false }, 'not_found'],
    ['an attempt that is never answered ends', { joins: 'never answers', found: [] }, 'not_found'],
    ['a network that gives no address is lost, not refused', { joins: 'no address', found: ['Home'] }, 'lost'],
    ['a class that throws is no end', { joins: 'throws', found: [] }, 'not_found'],
  ] as const)('%s, and tried again', (_, air, state) => {
    const { clock, told, log } = stage(air, 'secret')
    clock.pass(40_000)
    expect(told.slice(0, 2)).toEqual(['joining', state])
    clock.pass(60_000)
    expect(log.connects).toBeGreaterThan(2)
    log.now = { joins: 'at once', found: [] }
    clock.pass(90_000)
    expect(told.at(-1)).toBe('joined 192.168.1.77')
  })

  test('a radio that does not start is said at once, and started again until it does', () => {
    const { clock, told, log } = stage({ joins: 'has no radio', found: ['Home'] })
    clock.pass(1)
    expect(told).toEqual(['joining', 'lost'])
    clock.pass(60_000)
    expect(log.starts).toBeGreaterThan(4)
    expect(new Set(told.slice(1))).toEqual(new Set(['lost']))
    log.now = { joins: 'at once', found: [] }
    clock.pass(40_000)
    expect(told.at(-1)).toBe('joined 192.168.1.77')
    expect(log.connects).toBe(1)
  })

  test('it is tried again after 1, 2, 4 ... and at most 30 seconds', () => {
    const { clock, log } = stage({ joins: 'throws', found: [], scans: true })
    const gaps: number[] = []
    let [last, connects] = [0, 1]
    for (let second = 1; second <= 200; second += 1) {
      clock.pass(1_000)
      if (log.connects > connects) gaps.push(second - last - 1)
      if (log.connects > connects) [last, connects] = [second, log.connects]
    }
    expect(gaps.slice(0, 7)).toEqual([1, 2, 4, 8, 16, 30, 30])
  })

  test('a network that goes is said at once and joined when it is back', () => {
    const { clock, told, log } = stage({ joins: 'at once', found: [] })
    clock.pass(3_000)
    log.now = { joins: 'refuses', found: [] }
    log.become(200)
    expect(told.at(-1)).toBe('lost')
    clock.pass(10_000)
    expect(told.at(-1)).toBe('not_found')
    log.now = { joins: 'at once', found: [] }
    clock.pass(40_000)
    expect(told.at(-1)).toBe('joined 192.168.1.77')
  })
})
