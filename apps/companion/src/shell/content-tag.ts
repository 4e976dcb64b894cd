import { createHash } from 'node:crypto'

/** Returns the entity tag of a body: the same for the same bytes, over restarts too. */
export function contentTag(body: string | Buffer): string {
  return `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
}
