import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type QuotaWindow, SOURCE_STATES, type Usage } from '../../src/wire/index.js'
import { describeSourceState, type QuotaStyle, quotaRow, quotaSummaries } from '../../src/words/index.js'

const HOUR = 3_600

const window = (more: Partial<QuotaWindow> = {}): QuotaWindow => ({
  label: '5h',
  pct: 42,
  resets_in_sec: 2 * HOUR + 300,
  duration_sec: 5 * HOUR,
  ...more,
})

const week = (more: Partial<QuotaWindow> = {}): QuotaWindow =>
  window({ label: '7d', pct: 18, resets_in_sec: 76 * HOUR, duration_sec: 168 * HOUR, ...more })

type Provider = Usage['providers'][number]

const usage = (more: Partial<Provider> = {}, style: QuotaStyle = {}): Usage => ({
  ok: true,
  updated_at: 0,
  providers: [
    {
      name: 'Claude',
      windows: [window(), week()],
      observed_at: 1,
      age_sec: 12,
      stale: false,
      source: 'status_line',
      ...more,
    },
  ],
  ...style,
})

const summary = (more: Partial<Provider> = {}, elapsed = 0) => {
  const [first] = quotaSummaries(usage(more), elapsed)
  if (first === undefined) throw new Error('nothing is said')
  return first
}

const said = (pct: number | null, style: QuotaStyle = {}) => quotaRow(window({ pct }), 0, style)

describe('a figure', () => {
  test.each<[string, number | null, string, string, string, string]>([
    ['nothing used', 0, '0%', '0% used', '100% left', '100% left'],
    ['a little', 0.4, '<1%', '<1% used', '99% left', '99% left'],
    ['with the noise of a float', 14.000000000000002, '14%', '14% used', '86% left', '86% left'],
    ['one percent is no fraction', 1, '1%', '1% used', '99% left', '99% left'],
    ['nearly all', 99.7, '99%', '99% used', '<1% left', '<1% left'],
    ['all', 100, '100%', '100% used', '0% left', '0% left'],
    ['more than all', 105, '105%', '105% used', '0% left', '0% left'],
    ['unknown is never 0', null, '--', '--', '--', '--'],
  ])('%s', (_, pct, figure, used, figureLeft, left) => {
    expect(said(pct)).toMatchObject({ figure, percent: used })
    expect(said(pct, { show: 'remaining' })).toMatchObject({ figure: figureLeft, percent: left })
  })

  test.each<[number | null, number, number]>([
    [null, 0, 0],
    [0, 0, 1],
    [25, 0.25, 0.75],
    [100, 1, 0],
    [130, 1, 0],
  ])('a bar of %s is filled as its figure says', (pct, used, left) => {
    expect(said(pct).fill).toBe(used)
    expect(said(pct, { show: 'remaining' }).fill).toBe(left)
  })

  test.each([
    [null, 'calm'],
    [79.9, 'calm'],
    [80, 'high'],
    [94.9, 'high'],
    [95, 'full'],
    [105, 'full'],
  ])('%s percent used is %s, also where what is left is shown', (pct, level) => {
    expect([said(pct).level, said(pct, { show: 'remaining' }).level]).toEqual([level, level])
  })

  test('the levels are those of the settings', () => {
    const levels = { high: 10, full: 20 }
    expect([5, 10, 20].map((pct) => said(pct, { levels }).level)).toEqual(['calm', 'high', 'full'])
  })

  test('a bar is never longer than itself', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, noNaN: true }), fc.constantFrom('used', 'remaining'), (pct, show) => {
        const { fill } = said(pct, { show: show as 'used' })
        return fill >= 0 && fill <= 1
      }),
    )
  })
})

describe('a reset', () => {
  test.each<[string, number | null, number | null, string]>([
    ['is counted down to', 42, 7_500, 'resets in 2h 5m'],
    ['of a window that did not begin is unknown', 0, null, 'not started'],
    ['of a window of which something is used is not invented', 42, null, ''],
    ['of a window that is unknown is not either', null, null, ''],
    ['is known though nothing is used', 0, 59, 'resets in <1m'],
  ])('%s', (_, pct, resets_in_sec, words) => {
    expect(quotaRow(window({ pct, resets_in_sec }), 0, {}).resets).toBe(words)
  })
})

describe('time passes after the answer', () => {
  test('a countdown goes on, and ages grow', () => {
    expect(summary({}, 60_000)).toMatchObject({
      age: '1m',
      rows: [
        { resets: 'resets in 2h 4m', age: '1m' },
        { resets: 'resets in 3d 3h', age: '1m' },
      ],
    })
  })

  test('past its reset nothing is known of a window, and nothing is not started', () => {
    const [row] = summary({ windows: [window({ pct: 100, resets_in_sec: 60 })] }, 60_000).rows
    expect(row).toMatchObject({ figure: '--', percent: '--', fill: 0, resets: '', level: 'calm', binds: false })
    const [zero] = summary({ windows: [window({ pct: 0, resets_in_sec: 60 })] }, 60_001).rows
    expect(zero).toMatchObject({ figure: '--', resets: '' })
  })

  test('what was used up is not any more after its reset', () => {
    const windows = [window({ pct: 100, resets_in_sec: 60 }), week()]
    expect(summary({ windows }).note).toBe('used up for 1m')
    expect(summary({ windows }, 60_000)).toMatchObject({
      note: '',
      blocked: false,
      rows: [{ binds: false }, { binds: true }],
    })
  })
})

describe('the window that stops the person first', () => {
  const binding = (...windows: QuotaWindow[]) =>
    summary({ windows })
      .rows.filter(({ binds }) => binds)
      .map(({ label }) => label)

  test.each<[string, QuotaWindow[], string[]]>([
    ['is the fullest', [window(), week()], ['5h']],
    ['is the week that is used up, however empty five hours are', [window({ pct: 1 }), week({ pct: 100 })], ['7d']],
    ['of two that are used up is the one that stays so', [window({ pct: 105 }), week({ pct: 100 })], ['7d']],
    [
      'is none of one model while others know',
      [window(), week({ label: '7d Fable', scope: 'Fable', pct: 100 })],
      ['5h'],
    ],
    ['is not one that is unknown', [window({ pct: null }), week()], ['7d']],
    ['is none where nothing is known', [window({ pct: null })], []],
  ])('%s', (_, windows, labels) => expect(binding(...windows)).toEqual(labels))
})

describe('what is said of a provider', () => {
  const full = window({ pct: 100 })
  test.each<[string, Partial<Provider>, string]>([
    ['nothing where all is well', {}, ''],
    ['that all is used up, until the latest reset', { windows: [full, week({ pct: 100 })] }, 'used up for 3d 4h'],
    [
      'that all is used up, though a reset is unknown',
      { windows: [full, week({ pct: 100, resets_in_sec: null })] },
      'used up',
    ],
    ['nothing of one model that is used up', { windows: [window(), week({ scope: 'Fable', pct: 100 })] }, ''],
    ['that nothing is known', { windows: [] }, 'no quota known'],
    ['why nothing is known', { windows: [], error: 'auth_expired' }, 'no quota known · sign-in expired'],
    ['why all of it is old', { stale: true, error: 'rate_limited' }, 'asked too often'],
    [
      'nothing of a source that failed while one window is live',
      { windows: [window(), week({ stale: true }), week({ pct: null })], error: 'rate_limited' },
      '',
    ],
    [
      'why every window is old by itself',
      { windows: [window({ stale: true })], error: 'rate_limited' },
      'asked too often',
    ],
    ['why every window is unknown', { windows: [window({ pct: null })], error: 'timeout' }, 'no answer'],
    ['nothing of a source that others make up for', { error: 'rate_limited' }, ''],
    [
      'that all is used up and why that is old',
      { windows: [full], stale: true, error: 'timeout' },
      'used up for 2h 5m · no answer',
    ],
    ['the word of a newer companion', { windows: [], error: 'on_strike' }, 'no quota known · on_strike'],
  ])('%s', (_, more, words) => expect(summary(more).note).toBe(words))

  test('one that nobody ever saw has no age', () => {
    expect(summary({ windows: [], age_sec: null, observed_at: null, source: null })).toMatchObject({
      age: '',
      rows: [],
      stale: false,
    })
  })

  test('all of it is old, or one window by its own age', () => {
    const windows = [window({ age_sec: 12 }), week({ age_sec: 7_200, stale: true })]
    expect(summary({ windows })).toMatchObject({
      stale: false,
      rows: [
        { age: '12s', stale: false },
        { age: '2h', stale: true },
      ],
    })
    expect(summary({ stale: true })).toMatchObject({ stale: true, rows: [{ stale: true }, { stale: true }] })
  })

  test('a hostile label is one harmless line', () => {
    const label = `7d \u001b[2J\u202ex\n${'y'.repeat(100)}`
    expect(summary({ windows: [window({ label })] }).rows[0]?.label).toBe(`7d x ${'y'.repeat(34)}…`)
  })
})

describe('the state of a source', () => {
  test.each(Object.entries(SOURCE_STATES))('%s has its phrase', (state, { phrase }) => {
    expect(describeSourceState(state)).toBe(phrase)
    expect(phrase).not.toBe('')
  })

  test('one that is not known is said as it came, harmless', () => {
    expect(describeSourceState('on\u001b[31m_strike\n')).toBe('on_strike')
    expect(describeSourceState('toString')).toBe('toString')
  })
})
