import { describe, expect, it } from 'vitest'
import { isNight, minutesOf, nextBorder, type Zone } from '../src/core/night.js'
import { createClock } from './clock.js'
import { stage } from './stage.js'
import { tagOf } from './tag-of.js'

const HOUR = 3_600_000
const MINUTE = 60_000
const utc: Zone = () => 0
const at = (text: string): number => Date.parse(`${text}Z`)
const nightOf = (from: string, to: string) => ({ from: minutesOf(from), to: minutesOf(to), ceiling: 0.2 })

/** Central Europe: one hour ahead, two from the last Sunday of March to that of October, both at 01:00 UTC. */
const berlin: Zone = (ms) => (ms >= at('2026-03-29T01:00') && ms < at('2026-10-25T01:00') ? 120 : 60)
/** India: half an hour off. */
const kolkata: Zone = () => 330
const losAngeles: Zone = () => -480

describe('it is night', () => {
  const moments: [from: string, to: string, zone: Zone, moment: string, night: boolean][] = [
    ['22:00', '07:00', utc, '2026-11-30T21:59:59.999', false],
    ['22:00', '07:00', utc, '2026-11-30T22:00', true],
    ['22:00', '07:00', utc, '2026-12-01T00:00', true],
    ['22:00', '07:00', utc, '2026-12-01T06:59:59.999', true],
    ['22:00', '07:00', utc, '2026-12-01T07:00', false],
    ['01:00', '05:30', utc, '2026-12-01T00:59', false],
    ['01:00', '05:30', utc, '2026-12-01T05:29', true],
    ['01:00', '05:30', utc, '2026-12-01T05:30', false],
    ['00:00', '00:00', utc, '2026-12-01T12:00', true],
    ['12:00', '12:00', utc, '2026-12-01T12:00', true],
    ['22:00', '00:00', utc, '2026-12-01T00:00', false],
    ['00:00', '06:00', utc, '2026-12-01T00:00', true],
    ['22:00', '07:00', berlin, '2026-12-01T21:00', true],
    ['22:00', '07:00', berlin, '2026-07-01T20:00', true],
    ['22:00', '07:00', berlin, '2026-07-01T19:59', false],
    ['22:00', '07:00', kolkata, '2026-12-01T16:30', true],
    ['22:00', '07:00', kolkata, '2026-12-01T16:29', false],
    ['22:00', '07:00', losAngeles, '2026-12-01T06:00', true],
    ['22:00', '07:00', losAngeles, '2026-12-01T15:00', false],
    ['22:00', '07:00', losAngeles, '1969-12-31T15:00', false],
  ]
  it.each(moments)('from %s to %s, in %o, at %s: %s', (from, to, zone, moment, night) => {
    expect(isNight(nightOf(from, to), at(moment), zone)).toBe(night)
  })
})

describe('night next begins or ends', () => {
  const borders: [from: string, to: string, zone: Zone, after: string, border: string][] = [
    ['22:00', '07:00', utc, '2026-11-30T12:00', '2026-11-30T22:00'],
    ['22:00', '07:00', utc, '2026-11-30T22:00', '2026-12-01T07:00'],
    ['22:00', '07:00', utc, '2026-11-30T21:59:59.999', '2026-11-30T22:00'],
    ['00:00', '23:59', utc, '2026-12-01T12:00', '2026-12-01T23:59'],
    // The night in which clocks are set forward is an hour shorter, the other one an hour longer.
    ['22:00', '07:00', berlin, '2026-03-28T21:00', '2026-03-29T05:00'],
    ['22:00', '07:00', berlin, '2026-10-24T20:00', '2026-10-25T06:00'],
    // A border in the hour that is left out comes when the clocks jump over it.
    ['02:30', '06:00', berlin, '2026-03-28T12:00', '2026-03-29T01:00'],
    ['22:00', '02:30', berlin, '2026-03-28T22:00', '2026-03-29T01:00'],
    // A border in the hour that comes twice is passed twice.
    ['22:00', '02:30', berlin, '2026-10-24T22:00', '2026-10-25T00:30'],
    ['22:00', '02:30', berlin, '2026-10-25T00:30', '2026-10-25T01:00'],
    ['22:00', '02:30', berlin, '2026-10-25T01:00', '2026-10-25T01:30'],
    // A night that lies in the hour left out is none that day.
    ['02:15', '02:45', berlin, '2026-03-28T12:00', '2026-03-30T00:15'],
  ]
  it.each(borders)('from %s to %s, in %o, after %s: %s', (from, to, zone, after, border) => {
    expect(new Date(nextBorder(nightOf(from, to), at(after), zone)).toISOString().slice(0, 16)).toBe(border)
  })

  it('never, where it is always night', () => {
    expect(nextBorder(nightOf('12:00', '12:00'), at('2026-12-01T12:00'), utc)).toBe(Number.POSITIVE_INFINITY)
  })
})

describe('the ceiling', () => {
  const night = { from: '22:00', to: '07:00', ceiling: 0.2 }

  it('is there exactly at night, and that is a change', async () => {
    const clock = createClock(at('2026-11-30T21:00'))
    const companion = stage({ clock, zone: utc, config: { night } })
    const day = await tagOf(companion)
    expect(await companion.status()).not.toHaveProperty('ceiling')
    await clock.advance(HOUR - 1)
    expect(await tagOf(companion)).toBe(day)
    await clock.advance(1 + 5 * MINUTE)
    expect(await companion.status()).toMatchObject({ ceiling: 0.2, updated_at: at('2026-11-30T22:00') / 1000 })
    await clock.advance(9 * HOUR)
    expect(await companion.status()).not.toHaveProperty('ceiling')
    expect((await companion.status()).updated_at).toBe(at('2026-12-01T07:00') / 1000)
  })

  it('answers who waits, when it begins and when it ends', async () => {
    const clock = createClock(at('2026-11-30T21:59:50'))
    const companion = stage({ clock, zone: utc, config: { night: { ...night, to: '22:01' } } })
    for (const wait of [10_000, 60_000]) {
      const etag = await tagOf(companion)
      await clock.advance(wait - 10_000)
      const held = companion.get('/status?wait=25', { 'if-none-match': etag })
      let status = 0
      void held.then((answer) => {
        status = answer.status
      })
      await clock.advance(9_999)
      expect(status).toBe(0)
      await clock.advance(1)
      expect(status).toBe(200)
    }
  })

  it('is there from the start, at night', async () => {
    const companion = stage({ clock: createClock(at('2026-12-01T03:00')), zone: utc, config: { night } })
    expect(await companion.status()).toMatchObject({ ceiling: 0.2 })
  })

  it('is from ten to seven, a fifth, unless told otherwise, and none without the setting', async () => {
    const clock = createClock(at('2026-12-01T03:00'))
    expect(await stage({ clock, zone: utc, config: { night: {} } }).status()).toMatchObject({ ceiling: 0.2 })
    expect(await stage({ clock, zone: utc }).status()).not.toHaveProperty('ceiling')
  })

  it('may be 0', async () => {
    const config = { night: { from: '00:00', to: '00:00', ceiling: 0 } }
    expect(await stage({ config, zone: utc }).status()).toMatchObject({ ceiling: 0 })
  })
})
