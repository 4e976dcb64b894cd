import type { QuotaReading, QuotaReport, QuotaSourceReport, QuotaWindow, Usage } from '@codexbar/protocol/wire'

/** The companion's clock (Unix seconds). */
export const NOW = 1_800_000_000

/** Five hours of which 42 % are used. */
export const fiveHours: QuotaWindow = {
  label: '5h',
  pct: 42,
  resets_in_sec: 7_500,
  duration_sec: 18_000,
  age_sec: 12,
}

/** A week of which 18 % are used. */
export const week: QuotaWindow = {
  label: '7d',
  pct: 18,
  resets_in_sec: 273_600,
  duration_sec: 604_800,
  age_sec: 12,
}

/** A week of one model. */
export const fable: QuotaWindow = { ...week, label: '7d Fable', scope: 'Fable', pct: 3 }

type Provider = Usage['providers'][number]

/** Claude with those windows, seen by its status line 12 s ago. */
export function claude(more: Partial<Provider> = {}): Provider {
  return {
    name: 'Claude',
    windows: [fiveHours, week],
    observed_at: NOW - 12,
    age_sec: 12,
    stale: false,
    source: 'status_line',
    ...more,
  }
}

/** A provider of whose quota nothing is known. */
export function unknownTo(name: Provider['name']): Provider {
  return { name, windows: [], observed_at: null, age_sec: null, stale: false, source: null }
}

/** What `/usage` says. */
export function usageOf(providers: Provider[], style: Pick<Usage, 'show' | 'levels'> = {}): Usage {
  return { ok: true, updated_at: NOW, providers, ...style }
}

/** Claude's status line, read 12 s ago. */
export function source(more: Partial<QuotaSourceReport> = {}): QuotaSourceReport {
  return {
    provider: 'Claude',
    source: 'status_line',
    what: "Claude's status line",
    enabled: true,
    asks: false,
    state: 'ok',
    looked_at: NOW - 12,
    next_at: null,
    ...more,
  }
}

/** What Claude's status line said of five hours, which is shown. */
export function reading(more: Partial<QuotaReading> = {}): QuotaReading {
  return {
    provider: 'Claude',
    source: 'status_line',
    label: '5h',
    pct: 42,
    resets_in_sec: 7_500,
    duration_sec: 18_000,
    observed_at: NOW - 12,
    age_sec: 12,
    stale: false,
    shown: true,
    ...more,
  }
}

/** What `/v1/quota` says. */
export function reportOf(sources: QuotaSourceReport[], readings: QuotaReading[] = []): QuotaReport {
  return { ok: true, now: NOW, sources, readings }
}
