import type { Node } from 'jsonc-parser'
import { plainValue } from './json-tree.js'
import { statusLineCommand, statusLineScript } from './status-line-command.js'
import { statusLineSetting } from './status-line-setting.js'

/** What is known of an agent's status line. */
export type StatusLineReport = {
  /** `other` is one that was not wrapped, also one that the agent would not accept. */
  is: 'ours' | 'other' | 'none'
  /** Ours has a command of the person's to run. */
  wraps?: true
  /** Ours, but not as this version would write it. */
  outdated?: true
  /** What keeps it from running, in words. */
  blocked: readonly string[]
}

/** Returns what settings say about the status line, where an install would name the script in `home`. */
export function inspectStatusLine(root: Node | undefined, home: string | undefined): Omit<StatusLineReport, 'blocked'> {
  const setting = statusLineSetting(root)
  if (setting.is === 'none') return { is: 'none' }
  if (setting.is !== 'ours') return { is: 'other' }
  const wanted = statusLineCommand({ ...setting.written, script: statusLineScript(home) })
  return {
    is: 'ours',
    ...(setting.written.own === undefined ? {} : { wraps: true }),
    ...(plainValue(setting.command) === wanted ? {} : { outdated: true }),
  }
}
