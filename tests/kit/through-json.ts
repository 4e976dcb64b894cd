/** Returns a value as it comes out of another engine: through JSON. */
export function throughJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value ?? null))
}
