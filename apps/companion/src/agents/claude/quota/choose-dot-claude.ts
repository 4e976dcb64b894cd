import type { DotClaude } from './dot-claude-json.js'

/** Which of the files says who is signed in, and which cache is the one to read. */
export type Choice = { owner: number | undefined; cache: DotClaude['cache'] }

/**
 * Returns the choice among files that may be Claude Code's state file, the likeliest first. The first that names an
 * account says who is signed in, unless the one that did `before` is likelier: then nobody is any more. Of the caches
 * of that account the newest counts, wherever it stands; without one, the newest of others.
 */
export function chooseDotClaude(files: readonly (DotClaude | undefined)[], before: number): Choice {
  const named = indexOf(files, (file) => file.account !== undefined)
  const wasLikelier = files[before] !== undefined && before < (named ?? files.length)
  const owner = wasLikelier ? before : (named ?? indexOf(files, () => true))
  const account = owner === undefined ? undefined : files[owner]?.account
  const caches = files.flatMap((file) => file?.cache ?? [])
  const theirs = caches.filter((cache) => isOf(cache, account))
  return { owner, cache: newest(theirs.length > 0 ? theirs : caches) }
}

/** Whether a cache may be of an account: it, or nobody, says otherwise. */
export function isOf(cache: NonNullable<DotClaude['cache']>, account: string | undefined): boolean {
  return cache.account === undefined || account === undefined || cache.account === account
}

function newest(caches: readonly NonNullable<DotClaude['cache']>[]): DotClaude['cache'] {
  return [...caches].sort((a, b) => (b.fetchedAt ?? 0) - (a.fetchedAt ?? 0))[0]
}

function indexOf(files: readonly (DotClaude | undefined)[], holds: (file: DotClaude) => boolean): number | undefined {
  const index = files.findIndex((file) => file !== undefined && holds(file))
  return index === -1 ? undefined : index
}
