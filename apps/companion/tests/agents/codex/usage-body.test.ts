import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { windowsOf } from '../../../src/agents/codex/quota/limit.js'
import { usageAddress } from '../../../src/agents/codex/quota/usage-address.js'
import { readUsageBody } from '../../../src/agents/codex/quota/usage-body.js'
import { usageFixture } from './usage-fixture.js'

const NOW = Date.UTC(2026, 10, 30, 9)
const recorded = (name: string): unknown => JSON.parse(readFileSync(usageFixture(name), 'utf8'))

function windowsIn(body: unknown): string[] | undefined {
  const usage = readUsageBody(body, NOW)
  return usage && windowsOf(usage.limits).map(({ kind = '', durationSec, pct }) => `${kind}:${durationSec} ${pct}`)
}

const week = { used_percent: 87, limit_window_seconds: 604_800, reset_at: 1_786_183_859, reset_after_seconds: 9 }
const limit = (primary_window: unknown, secondary_window: unknown = null) => ({ primary_window, secondary_window })

describe('the body of ChatGPT usage', () => {
  const bodies: [name: string, body: unknown, windows: string[], isWhole: boolean][] = [
    [
      'that was recorded',
      recorded('codex-wham-usage.json'),
      [':18000 42', ':604800 5', 'codex_bengalfox:18000 30'],
      true,
    ],
    ['with the week alone in the first slot', recorded('codex-wham-usage.weekly-only.json'), [':604800 87'], true],
    ['of a plan without limits', { plan_type: 'enterprise', rate_limit: null }, [], true],
    ['of a plan that nobody knows', { plan_type: 'galactic', rate_limit: limit(week) }, [':604800 87'], true],
    ['with a percent beyond 100', { rate_limit: limit({ ...week, used_percent: 130 }) }, [':604800 130'], true],
    ['with additional limits of null', { rate_limit: limit(week), additional_rate_limits: null }, [':604800 87'], true],
    [
      'with an additional limit that is not understood',
      { rate_limit: limit(week), additional_rate_limits: [7, { metered_feature: 'x', rate_limit: limit(week) }] },
      [':604800 87', 'x:604800 87'],
      false,
    ],
    [
      'with an additional limit that is null',
      { rate_limit: limit(week), additional_rate_limits: [{ metered_feature: 'x', rate_limit: null }] },
      [':604800 87'],
      true,
    ],
    [
      'with additional limits that are none',
      { rate_limit: limit(week), additional_rate_limits: 'x' },
      [':604800 87'],
      false,
    ],
    ['with a window that is not understood', { rate_limit: limit('soon', week) }, [':604800 87'], false],
    ['with a window that is nothing', { rate_limit: limit({ used_percent: 0 }, week) }, [':604800 87'], true],
    ...['62498.725', 25, null, { balance: '62498.725' }].map((credits): [string, unknown, string[], boolean] => [
      `with credits of ${JSON.stringify(credits)}`,
      { rate_limit: limit(week), credits },
      [':604800 87'],
      true,
    ]),
  ]
  it.each(bodies)('%s', (_, body, windows, isWhole) => {
    expect(windowsIn(body)).toEqual(windows)
    expect(readUsageBody(body, NOW)?.isWhole).toBe(isWhole)
  })

  it.each([
    [null],
    [7],
    ['<html>'],
    [[]],
    [{}],
    [{ detail: 'Unauthorized' }],
    [{ rate_limit: 'x' }],
    [{ rate_limit: [] }],
  ])('is none: %j', (body) => {
    expect(readUsageBody(body, NOW)).toBeUndefined()
  })

  it('says the moment of a reset, and only without it how long that takes from now', () => {
    const resetOf = (window: object) =>
      readUsageBody({ rate_limit: limit(window) }, NOW)?.limits[0]?.windows[0]?.resetsAt
    expect(resetOf(week)).toBe(1_786_183_859_000)
    expect(resetOf({ ...week, reset_at: null })).toBe(NOW + 9_000)
    expect(resetOf({ ...week, reset_at: null, reset_after_seconds: null })).toBeNull()
  })

  it('names an additional limit as the rollouts do', () => {
    const usage = readUsageBody(recorded('codex-wham-usage.json'), NOW)
    expect(windowsOf(usage?.limits ?? []).at(-1)).toMatchObject({
      ...{ kind: 'codex_bengalfox', scope: 'GPT-5.3-Codex-Spark', isMain: false },
    })
  })
})

describe('the address of ChatGPT usage', () => {
  const addresses: [base: string | undefined, address: string | undefined][] = [
    [undefined, 'https://chatgpt.com/backend-api/wham/usage'],
    ['', 'https://chatgpt.com/backend-api/wham/usage'],
    ['https://chatgpt.com', 'https://chatgpt.com/backend-api/wham/usage'],
    ['https://chatgpt.com/backend-api/', 'https://chatgpt.com/backend-api/wham/usage'],
    ['https://proxy.example/backend-api', 'https://proxy.example/backend-api/wham/usage'],
    ['https://proxy.example/x/', 'https://proxy.example/x/api/codex/usage'],
    ['http://127.0.0.1:8080/backend-api', 'http://127.0.0.1:8080/backend-api/wham/usage'],
    ['http://localhost:8080', 'http://localhost:8080/api/codex/usage'],
    ['http://[::1]:8080', 'http://[::1]:8080/api/codex/usage'],
    ['http://chatgpt.com/backend-api', undefined],
    ['http://127.0.0.1.example/backend-api', undefined],
    ['http://localhost.example', undefined],
    ['https://chatgpt.com.example', 'https://chatgpt.com.example/api/codex/usage'],
    ['https://me:secret@proxy.example/backend-api', undefined],
    ['https://proxy.example/backend-api?to=x', undefined],
    ['file:///backend-api', undefined],
    ['nonsense', undefined],
  ]
  it.each(addresses)('below %s is %s', (base, address) => {
    expect(usageAddress(base)).toBe(address)
  })
})
