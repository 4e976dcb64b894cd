import * as v from 'valibot'
import type { SeenWindow } from '../../../core/quota/reading.js'
import type { HookOrigin } from '../../agent.js'
import { figureIn, secondsIn } from '../../figure.js'
import { recordIn } from '../../json.js'
import { nameless } from '../../nameless.js'
import { FLAT_WINDOWS } from './windows.js'

/**
 * What one run of a status line says of the quota. `work` grows with every answer that the session got. No word of the
 * person is in it but two paths: `transcript` is looked at for its time, `folder` is that of Claude's own files.
 */
export type StatusLine = {
  session: string
  windows: readonly SeenWindow[]
  work: number | null
  transcript?: string
  folder?: string
}

/** Claude Code itself sends no event's name with it; older wrappers did. */
const PayloadSchema = v.object({
  hook_event_name: v.optional(v.literal('Status')),
  session_id: v.pipe(v.string(), v.minLength(1), v.maxLength(256)),
})

/** What stands in every status line's payload, and in no hook's as an object without an event. */
const SIGNS = ['model', 'workspace', 'cost', 'rate_limits']

const LONGEST_PATH = 4096

/** Returns what a payload says when it is that of a status line, `undefined` for every other one. */
export function readStatusLine(payload: unknown, { config_dir }: HookOrigin): StatusLine | undefined {
  const said = recordIn(payload)
  const line = v.safeParse(PayloadSchema, payload)
  if (said === undefined || !line.success) return undefined
  if (!SIGNS.some((key) => recordIn(said[key]) !== undefined)) return undefined
  const transcript = said.transcript_path
  const isPath = typeof transcript === 'string' && transcript !== '' && transcript.length <= LONGEST_PATH
  return {
    session: nameless(line.output.session_id),
    windows: windowsIn(said.rate_limits),
    work: workIn(said.cost),
    ...(isPath ? { transcript } : {}),
    ...(config_dir === undefined ? {} : { folder: config_dir }),
  }
}

/** Whether that is what `readStatusLine` returned: nobody else makes the like. */
export function isStatusLine(said: unknown): said is StatusLine {
  return Array.isArray(recordIn(said)?.windows)
}

function windowsIn(limits: unknown): StatusLine['windows'] {
  return FLAT_WINDOWS.flatMap(([key, name]) => {
    const window = recordIn(recordIn(limits)?.[key])
    const pct = figureIn(window?.used_percentage)
    return pct === null ? [] : [{ ...name, pct: Math.max(0, pct), resetsAt: secondsIn(window?.resets_at) }]
  })
}

/** Time spent on answers, else money: both stand still while nothing is asked. */
function workIn(cost: unknown): number | null {
  const spent = recordIn(cost)
  return figureIn(spent?.total_api_duration_ms) ?? figureIn(spent?.total_cost_usd)
}
