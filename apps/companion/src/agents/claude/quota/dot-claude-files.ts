import { statSync } from 'node:fs'
import { type DotClaude, type DotClaudeFile, type ReadDotClaude, readDotClaude } from './dot-claude-json.js'

/** What the files that may be Claude Code's state file say, in the order of their paths. */
export type DotClaudeFiles = {
  /** `undefined` for one that is not there or never could be read. A cut one stands as it was before. */
  files: readonly (DotClaude | undefined)[]
  /** What keeps the likeliest file that is there from being read. */
  trouble: 'cut' | 'unreadable' | undefined
}

/** A file as it was. A second write within the file system's tick leaves no mark: each change is read twice. */
type Known = { mark: string; isSettled: boolean; is: DotClaudeFile['is']; good: ReadDotClaude | undefined }

/** Returns a reader that opens only what changed. */
export function createDotClaudeFiles(paths: readonly string[]): () => DotClaudeFiles {
  const known = new Map<string, Known>()

  function look(path: string): Known {
    const before = known.get(path)
    const mark = markOf(path)
    if (before?.mark === mark && before.isSettled && before.is !== 'cut') return before
    const file = readDotClaude(path, before?.good)
    const good = file.is === 'read' ? file : file.is === 'missing' ? undefined : before?.good
    const next = { mark, isSettled: before?.mark === mark, is: file.is, good }
    known.set(path, next)
    return next
  }

  return () => {
    const looked = paths.map(look)
    const likeliest = looked.find(({ is }) => is !== 'missing')?.is
    const trouble = likeliest === 'cut' || likeliest === 'unreadable' ? likeliest : undefined
    return { files: looked.map(({ good }) => good), trouble }
  }
}

function markOf(path: string): string {
  try {
    const { ino, size, mtimeNs } = statSync(path, { bigint: true })
    return `${ino} ${size} ${mtimeNs}`
  } catch (error) {
    return String((error as NodeJS.ErrnoException).code)
  }
}
