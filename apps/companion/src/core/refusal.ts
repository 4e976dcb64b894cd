import type { Refusal } from '@codexbar/protocol/wire'

/** What a schema found wrong with a body. */
type Issue = {
  kind: string
  message: string
  expected: string | null
  path?: readonly { key: unknown }[] | undefined
}

/** Returns the refusal of a body that is not what its schema says: it names the key and what is allowed there. */
export function refusalOf(issue: Issue): Refusal {
  const keys = (issue.path ?? []).map(({ key }) => String(key))
  const key = keys.length === 0 ? 'the body' : keys.join('.')
  return { error: 'invalid_body', message: `${key}: expected ${issue.expected ?? 'another value'}` }
}
