/** Whether an `If-None-Match` header names the tag of what would be answered. */
export function isNamed(known: string | string[] | undefined, etag: string): boolean {
  if (typeof known !== 'string') return false
  if (known === etag || known.trim() === '*') return true
  return known.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}
