import { bindingWindow, type QuotaWindow } from '@codexbar/protocol/wire'

/** How many windows fit a section. */
export const SHOWN_WINDOWS = 3

/** How many windows of a provider are kept to choose from: some times what any agent has. */
export const KEPT_WINDOWS = 12

/**
 * Returns at most `count` windows by their length: the shortest, equal or unknown durations as they were given. The one
 * that stops the person first is always among them, in the place of the longest.
 */
export function chooseWindows(windows: readonly QuotaWindow[], count: number): QuotaWindow[] {
  const span = ({ duration_sec }: QuotaWindow) => duration_sec ?? Number.MAX_VALUE
  const chosen = [...windows].sort((a, b) => span(a) - span(b)).slice(0, count)
  const binding = bindingWindow(windows)
  if (binding !== undefined && !chosen.includes(binding)) chosen[count - 1] = binding
  return chosen
}
