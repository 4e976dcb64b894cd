import { readFileSync } from 'node:fs'

const FOLDER = new URL('../../../../../tests/fixtures/usage/', import.meta.url)

/** Returns a recorded payload or file of Claude's quota. */
export function recorded(name: string): Record<string, unknown> {
  return JSON.parse(readFileSync(new URL(`claude-${name}.json`, FOLDER), 'utf8')) as Record<string, unknown>
}
