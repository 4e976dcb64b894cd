/** Keys of a hook's payload whose text is the person's, the model's or a tool's own. */
const SPOKEN = ['prompt', 'message', 'last_assistant_message', 'tool_input', 'tool_response', 'delta', 'input-messages']

/** Shorter texts may stand elsewhere by chance. */
const SHORTEST = 10

/** Returns what a person, the model or a tool says in a hook's payload. */
export function wordsIn(payload: Readonly<Record<string, unknown>>): string[] {
  return SPOKEN.flatMap((key) => textsIn(payload[key])).filter((text) => text.length >= SHORTEST)
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}
