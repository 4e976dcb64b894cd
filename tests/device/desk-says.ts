import type { Attention, QuotaWindow, Status, Usage } from '@codexbar/protocol/wire'

const IDLE: Attention = { state: 'idle', count: 0, primary_project: '', projects: [], reason: '', updated_at: 1 }

/** Returns a status in which Claude is in a state, and nobody else at work. */
export function statusOf(claude: Partial<Attention> = {}, more: Partial<Status> = {}): Status {
  return {
    ok: true,
    updated_at: 1,
    providers: [
      { name: 'Claude', attention: { ...IDLE, ...claude } },
      { name: 'Codex', attention: IDLE },
    ],
    ...more,
  }
}

/** What a status says of an ask in `api`; `epoch` is its identity. */
export function waiting(epoch: number): Partial<Attention> {
  return {
    state: 'needs_user',
    count: 1,
    primary_project: 'api',
    projects: ['api'],
    reason: 'permission_request',
    epoch,
  }
}

/** Returns a window of `pct` percent used, by its label; one of 5 hours begins anew in a little over two. */
export function windowOf(label: '5h' | '7d', pct: number | null, more: Partial<QuotaWindow> = {}): QuotaWindow {
  const length =
    label === '5h' ? { resets_in_sec: 7_530, duration_sec: 18_000 } : { resets_in_sec: 300_030, duration_sec: 604_800 }
  return { label, pct, ...length, ...more }
}

/** Returns a usage in which Claude has these windows, and Codex a quiet week. */
export function quotaOf(windows: QuotaWindow[], more: Partial<Usage> = {}): Usage {
  const seen = { observed_at: 1, age_sec: 0, stale: false, source: 'test' }
  return {
    ok: true,
    updated_at: 1,
    providers: [
      { name: 'Claude', windows, ...seen },
      { name: 'Codex', windows: [windowOf('7d', 12)], ...seen },
    ],
    ...more,
  }
}

/** Returns a usage of which `pct` of Claude's 5 hours are used. */
export function usageOf(pct: number): Usage {
  return quotaOf([windowOf('5h', pct), windowOf('7d', 12)])
}
