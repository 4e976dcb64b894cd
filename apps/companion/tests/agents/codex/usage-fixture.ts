import { fileURLToPath } from 'node:url'

/** Returns where a recorded answer or file of a quota source is. */
export function usageFixture(name: string): string {
  return fileURLToPath(new URL(`../../../../../tests/fixtures/usage/${name}`, import.meta.url))
}
