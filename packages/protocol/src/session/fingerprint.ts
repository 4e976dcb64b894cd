/** What clients add to a tool's input between the events of one call. */
const VOLATILE: ReadonlySet<string> = new Set(['description', 'answers', 'annotations'])

/** How deep an input is looked into: an input is made by a model, and a device's stack is small. */
const DEEPEST = 64

/**
 * Returns a short hash that the events of one tool call share: of the tool and its input, whatever the order of keys,
 * without what clients add on the way. It says nothing about the input's words.
 */
export function fingerprint(tool: string, input: unknown): string {
  return hash(`${tool}\n${canonical(input)}`)
}

/** Returns a 53-bit hash of `text` in base 36 (cyrb53): for telling apart, not for secrecy. */
export function hash(text: string): string {
  let low = 0xdeadbeef
  let high = 0x41c6ce57
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    low = Math.imul(low ^ code, 2654435761)
    high = Math.imul(high ^ code, 1597334677)
  }
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  return (4294967296 * (2097151 & high) + (low >>> 0)).toString(36)
}

function canonical(value: unknown, depth = 0): string {
  if (depth > DEEPEST) return ''
  if (Array.isArray(value)) return `[${value.map((item) => canonical(item, depth + 1)).join()}]`
  if (!isRecord(value)) return JSON.stringify(value) ?? 'null'
  let entries = ''
  for (const key of Object.keys(value).sort()) {
    if (depth > 0 || !VOLATILE.has(key)) entries += `${JSON.stringify(key)}:${canonical(value[key], depth + 1)},`
  }
  return `{${entries}}`
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
