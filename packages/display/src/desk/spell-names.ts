import { PROVIDERS, type Status, type Usage } from '@codexbar/protocol/wire'
import { toAscii } from '../text/ascii.js'
import { chooseWindows, KEPT_WINDOWS } from './choose-windows.js'

/** Returns the status as the display keeps it: each known provider once, its projects spelled for the device's fonts. */
export function spellStatus(status: Status): Status {
  return {
    ...status,
    providers: firstOfEach(status.providers).map(({ name, attention }) => {
      const projects = attention.projects.map(toAscii)
      const [newest] = attention.projects
      const primary = attention.primary_project
      const primary_project = primary === newest ? (projects[0] ?? '') : toAscii(primary)
      return { name, attention: { ...attention, primary_project, projects } }
    }),
  }
}

/**
 * Returns the usage as the display keeps it: each known provider once, no more windows than it needs, its texts spelled.
 * The attention that it repeats is left out: `/status` says that.
 */
export function spellUsage(usage: Usage): Usage {
  return {
    ...usage,
    providers: firstOfEach(usage.providers).map(({ attention: _, error, ...entry }) => ({
      ...entry,
      windows: chooseWindows(entry.windows, KEPT_WINDOWS).map(({ label, scope, ...window }) => ({
        ...window,
        label: toAscii(label),
        ...(scope === undefined ? {} : { scope: toAscii(scope) }),
      })),
      ...(error === undefined ? {} : { error: toAscii(error) }),
    })),
  }
}

function firstOfEach<T extends { name: string }>(entries: readonly T[]): T[] {
  return PROVIDERS.map((provider) => entries.find(({ name }) => name === provider)).filter(
    (entry) => entry !== undefined,
  )
}
