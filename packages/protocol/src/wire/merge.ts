import { PROVIDERS, type Provider } from './provider.js'
import { STATES } from './state.js'
import type { Attention, Status } from './status.js'

/**
 * Returns one status for several companions' answers, as one screen shows them: for each provider the best state
 * anywhere, the counts in it added, the projects newest companion first. The epochs are added, so that a new ask on
 * any of them changes the sum. No answer at all reads as idle.
 */
export function merge(statuses: readonly Status[]): Status {
  const providers = PROVIDERS.map((name) => ({ name, attention: mergeProvider(name, statuses) }))
  const ceilings = statuses.map(({ ceiling }) => ceiling).filter((ceiling) => ceiling !== undefined)
  return {
    ok: true,
    updated_at: Math.max(0, ...statuses.map((status) => status.updated_at)),
    providers,
    ...(ceilings.length > 0 ? { ceiling: Math.min(...ceilings) } : {}),
  }
}

function mergeProvider(name: Provider, statuses: readonly Status[]): Attention {
  const parts = statuses
    .map((status) => status.providers.find((provider) => provider.name === name)?.attention)
    .filter((attention) => attention !== undefined)
    .sort((a, b) => STATES[a.state].priority - STATES[b.state].priority || b.updated_at - a.updated_at)
  const best = parts[0]
  if (best === undefined) {
    return { state: 'idle', count: 0, primary_project: '', projects: [], reason: '', updated_at: 0 }
  }
  const among = parts.filter((part) => part.state === best.state)
  const projects = among.flatMap((part) => part.projects).slice(0, 3)
  const epochs = parts.map(({ epoch }) => epoch).filter((epoch) => epoch !== undefined)
  const snoozed = parts.reduce((sum, part) => sum + (part.snoozed ?? 0), 0)
  return {
    state: best.state,
    count: among.reduce((sum, part) => sum + part.count, 0),
    primary_project: projects[0] ?? '',
    projects,
    reason: best.reason,
    updated_at: Math.max(...parts.map((part) => part.updated_at)),
    ...(epochs.length > 0 ? { epoch: epochs.reduce((sum, epoch) => sum + epoch, 0) } : {}),
    ...(snoozed > 0 ? { snoozed } : {}),
  }
}
