import { createHash } from 'node:crypto'

/** Returns a name that tells one from others and says nothing of what it is of. */
export function nameless(secret: string): string {
  return createHash('sha256').update(secret).digest('hex').slice(0, 16)
}
