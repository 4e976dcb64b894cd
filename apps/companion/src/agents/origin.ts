import type { HookOrigin } from './agent.js'

/** Reads a header's value; absent headers read as `undefined`. */
export type ReadHeader = (name: string) => string | undefined

const LONGEST_PATH = 4096
const LARGEST_PID = 0x7fffffff

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Returns what a hook's environment says about itself in the `x-codexbar-*` headers. What cannot be true is left
 * out: a hook must never fail because of where it runs.
 */
export function readOrigin(header: ReadHeader): HookOrigin {
  const pid = readPid(header('x-codexbar-pid'))
  const pane = header('x-codexbar-pane')
  const attended = header('x-codexbar-attended')
  const project = readPath(header('x-codexbar-project'))
  const config = readPath(header('x-codexbar-config'))
  return {
    ...(pid === undefined ? {} : { pid }),
    ...(pane !== undefined && /^%\d{1,9}$/.test(pane) ? { pane } : {}),
    ...(attended === '0' || attended === '1' ? { attended: attended === '1' } : {}),
    ...(project === undefined ? {} : { project_dir: project }),
    ...(config === undefined ? {} : { config_dir: config }),
  }
}

function readPid(text: string | undefined): number | undefined {
  if (text === undefined || !/^[1-9]\d{0,9}$/.test(text)) return undefined
  const pid = Number(text)
  return pid <= LARGEST_PID ? pid : undefined
}

/** Header values are bytes; a path in them is UTF-8. */
function readPath(text: string | undefined): string | undefined {
  if (text === undefined || text === '' || text.length > LONGEST_PATH) return undefined
  try {
    return utf8.decode(Buffer.from(text, 'latin1'))
  } catch {
    return undefined
  }
}
