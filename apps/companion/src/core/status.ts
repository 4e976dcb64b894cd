import { type Attention, PROVIDERS, type Status, type Summary, truncate } from '@codexbar/protocol/wire'
import type { PerProvider } from './per-provider.js'

/** The device reads the answer into a buffer of this many bytes. */
const LARGEST_BODY = 2048

/** How many code points of a name are shown, from the usual limit down to what always fits. */
const NAME_STEPS = [64, 48, 32, 24, 16] as const

const utf8 = new TextEncoder()

/**
 * Returns what is shown now. A provider whose content is as before keeps its `updated_at`; one that differs gets
 * `changedAt` (Unix ms). An epoch is content, and so is the night's ceiling, `undefined` by day.
 */
export function showStatus(
  before: Status | undefined,
  summaries: PerProvider<Summary>,
  epochs: PerProvider<number>,
  changedAt: PerProvider<number>,
  night: { ceiling: number | undefined; since: number } = { ceiling: undefined, since: 0 },
): Status {
  let latest = before?.updated_at ?? 0
  let differs = before === undefined
  const providers = PROVIDERS.map((name) => {
    const shown = before?.providers.find((provider) => provider.name === name)
    if (shown !== undefined && isSame(shown.attention, summaries[name], epochs[name])) return shown
    differs = true
    const updated_at = Math.max(shown?.attention.updated_at ?? 0, Math.floor(changedAt[name] / 1000))
    latest = Math.max(latest, updated_at)
    return { name, attention: { ...summaries[name], updated_at, epoch: epochs[name] } }
  })
  if (before !== undefined && before.ceiling !== night.ceiling) {
    differs = true
    latest = Math.max(latest, Math.floor(night.since / 1000))
  }
  if (before !== undefined && !differs) return before
  const shown: Status = { ok: true, updated_at: latest, providers }
  return night.ceiling === undefined ? shown : { ...shown, ceiling: night.ceiling }
}

/** Returns the status with its names cut so far that its JSON fits the device's buffer. */
export function fitStatus(status: Status): Status {
  let fitted = status
  for (const limit of NAME_STEPS) {
    fitted = withNames(status, limit)
    if (utf8.encode(JSON.stringify(fitted)).length <= LARGEST_BODY) break
  }
  return fitted
}

function withNames(status: Status, limit: number): Status {
  const providers = status.providers.map(({ name, attention }) => ({
    name,
    attention: {
      ...attention,
      primary_project: truncate(attention.primary_project, limit),
      projects: attention.projects.map((project) => truncate(project, limit)),
    },
  }))
  return { ...status, providers }
}

function isSame(shown: Attention, summary: Summary, epoch: number): boolean {
  return (
    shown.state === summary.state &&
    shown.count === summary.count &&
    shown.reason === summary.reason &&
    shown.epoch === epoch &&
    shown.snoozed === summary.snoozed &&
    shown.primary_project === summary.primary_project &&
    shown.projects.length === summary.projects.length &&
    shown.projects.every((project, index) => project === summary.projects[index])
  )
}
