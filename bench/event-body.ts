/** How many bytes each body has. */
const SIZE = 300

/** Returns the body of one event of session `session`: always the same number of bytes, in the words of a hook. */
export function eventBody(session: number, event: string, more: Readonly<Record<string, unknown>> = {}): string {
  const body = {
    provider: session % 2 === 0 ? 'Claude' : 'Codex',
    event,
    session_id: `bench-${session}`,
    cwd: `/bench/projects/project-${session}`,
    ...more,
  }
  const text = JSON.stringify(body)
  const filler = SIZE - text.length - ',"x":""'.length
  return `${text.slice(0, -1)},"x":"${'x'.repeat(Math.max(0, filler))}"}`
}

/** Returns the bodies of `sessions` sessions at work: each begins and ends one tool call after another. */
export function workingBodies(sessions: number): string[] {
  const bodies: string[] = []
  for (let session = 0; session < sessions; session += 1) {
    const call = { tool_name: 'Bash', tool_use_id: `call-${session}`, tool_input: { command: 'ls' } }
    bodies.push(eventBody(session, 'PreToolUse', call), eventBody(session, 'PostToolUse', call))
  }
  return bodies
}
