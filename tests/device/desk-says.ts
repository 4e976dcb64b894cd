import type { Attention, Status, Usage } from '@codexbar/protocol/wire'

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

/** Returns a usage of which `pct` of Claude's 5 hours are used. */
export function usageOf(pct: number): Usage {
  const seen = { observed_at: 1, age_sec: 0, stale: false, source: 'test' }
  const window = { label: '5h', pct, resets_in_sec: 7_500, duration_sec: 18_000 }
  const week = { label: '7d', pct: 12, resets_in_sec: 300_000, duration_sec: 604_800 }
  return {
    ok: true,
    updated_at: 1,
    providers: [
      { name: 'Claude', windows: [window, week], ...seen },
      { name: 'Codex', windows: [week], ...seen },
    ],
  }
}
