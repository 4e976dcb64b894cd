import * as v from 'valibot'

const SessionFileSchema = v.object({
  pid: v.pipe(v.number(), v.integer(), v.minValue(1)),
  sessionId: v.pipe(v.string(), v.minLength(1)),
  status: v.fallback(v.optional(v.picklist(['idle', 'busy', 'waiting', 'shell'])), undefined),
  statusUpdatedAt: v.fallback(v.optional(v.number()), undefined),
  procStart: v.fallback(v.optional(v.string()), undefined),
  pidDomain: v.fallback(v.optional(v.string()), undefined),
})

/**
 * What Claude Code writes about a session of its own, undocumented: which one its process holds, what its main screen
 * does and since when (Unix ms; `shell` is idle over a background shell), when the process started, and in which space
 * its id counts.
 */
export type SessionFile = v.InferOutput<typeof SessionFileSchema>

/** Returns what a session file says, `undefined` when it is not one that is understood. */
export function parseSessionFile(text: string): SessionFile | undefined {
  try {
    const result = v.safeParse(SessionFileSchema, JSON.parse(text))
    return result.success ? result.output : undefined
  } catch {
    return undefined
  }
}

/** Whether the file's process id counts where we look, going by the space it names and ours. */
export function isLocalProcess({ pidDomain }: SessionFile, space: string | undefined): boolean {
  const named = pidDomain === undefined ? undefined : /pid:\[\d+\]$/.exec(pidDomain)?.[0]
  return named === undefined || space === undefined || named === space
}
