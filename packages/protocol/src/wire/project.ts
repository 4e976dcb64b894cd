import type { SessionRecord } from './record.js'
import { plainLine, truncate } from './text.js'

/** How many code points of a project's name are kept. */
export const NAME_LIMIT = 64

/** How many names one path may grow by before two projects are left alike. */
const DEEPEST_SUFFIX = 8

/**
 * Returns the name of the project at `path`: its last segment as one harmless line. Reads POSIX, Windows and UNC
 * paths; a root is called by itself, no path `unknown`.
 */
export function projectName(path: string): string {
  const segments = segmentsOf(path)
  return segments.at(-1) ?? (path.startsWith('/') ? '/' : 'unknown')
}

/**
 * Returns a function that names any of `records`: by its own name, or with the shortest run of parent folders that
 * tells it from another project of that name (`customer-a/app`).
 */
export function nameProjects(records: Iterable<SessionRecord>): (record: SessionRecord) => string {
  const paths = new Map<string, Set<string>>()
  for (const { project, path } of records) {
    const alike = paths.get(project)
    if (alike === undefined) paths.set(project, new Set([path]))
    else alike.add(path)
  }
  return ({ project, path }) => {
    const alike = paths.get(project)
    if (alike === undefined || alike.size < 2) return project
    return truncate(distinguish(project, path, alike), NAME_LIMIT)
  }
}

function distinguish(project: string, path: string, alike: ReadonlySet<string>): string {
  const parents = segmentsOf(path).slice(0, -1)
  for (let depth = 1; depth <= Math.min(parents.length, DEEPEST_SUFFIX); depth += 1) {
    const prefix = parents.slice(-depth).join('/')
    let shared = false
    for (const other of alike) {
      if (other !== path && segmentsOf(other).slice(0, -1).slice(-depth).join('/') === prefix) shared = true
    }
    if (!shared) return `${prefix}/${project}`
  }
  return project
}

function segmentsOf(path: string): string[] {
  const windows = /^(?:[a-zA-Z]:[\\/]|\\\\)/.test(path)
  // A class of one: XS of 2022 splits nothing by a literal with an escaped slash.
  return path
    .split(windows ? /[\\/]+/ : /[/]+/)
    .map((segment) => plainLine(segment, NAME_LIMIT))
    .filter((segment) => segment !== '')
}
