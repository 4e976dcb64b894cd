import { statSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import type { Ms } from '../../../core/quota/reading.js'
import { watchFolders } from '../../../shell/folder-watch.js'
import { nameless } from '../../nameless.js'
import type { SignInPost } from '../../quota-source.js'
import { chooseDotClaude } from './choose-dot-claude.js'
import { type DotClaude, type DotClaudeFile, dotClaudePaths, readDotClaude, realOf } from './dot-claude-json.js'

/**
 * How a look at the files that may be Claude Code's state file ended: with what the chosen ones say, or with what keeps
 * the likeliest one from being read; `isPassing` while it may still be being written. `file` names the one that says who
 * is signed in.
 */
export type DotClaudeLook =
  | (DotClaude & { is: 'read'; file: string; writtenAt: Ms })
  | { is: 'missing' }
  | { is: 'unreadable' | 'cut'; isPassing: boolean }

/** How soon and how often a file that was cut is read again (ms), where the system does not tell of the rest. */
const AGAIN_AFTER = 500
const ATTEMPTS = 5

/** A file as it was. A second write within the file system's tick leaves no mark: each change is read twice. */
type Known = { mark: string; isSettled: boolean; file: DotClaudeFile }

/**
 * Looks at Claude Code's state file before it returns, whenever it changes, and now and then; `heed` is told how each
 * look ended. `before` names the file that said who is signed in, where one did.
 */
export function watchDotClaude(
  { clock, env, config }: Pick<SignInPost, 'clock' | 'env' | 'config'>,
  before: string | undefined,
  heed: (look: DotClaudeLook) => void,
): { close(): void } {
  const paths = dotClaudePaths(env, config)
  const known = new Map<string, Known>()
  let owner = paths.findIndex((path) => nameless(path) === before)
  let names = new Set<string>()
  let attempts = 0
  let cancelAgain: (() => void) | undefined

  function look(): void {
    cancelAgain?.()
    cancelAgain = undefined
    watchAll()
    const files = paths.map(read)
    const likeliest = files.find(({ is }) => is !== 'missing')
    attempts = likeliest?.is === 'cut' ? attempts + 1 : 0
    const isPassing = attempts > 0 && attempts < ATTEMPTS
    if (isPassing) cancelAgain = clock.setTimer(AGAIN_AFTER, look)
    // Whatever the others say, the likeliest may say otherwise.
    if (likeliest?.is === 'cut' || likeliest?.is === 'unreadable') heed({ is: likeliest.is, isPassing })
    else heed(choose(files))
  }

  /** Opens only what changed. */
  function read(path: string): DotClaudeFile {
    const last = known.get(path)
    const mark = markOf(path)
    const isSame = last?.mark === mark
    if (last !== undefined && isSame && last.isSettled && last.file.is !== 'cut') return last.file
    const file = readDotClaude(path)
    known.set(path, { mark, isSettled: isSame, file })
    return file
  }

  function choose(files: readonly DotClaudeFile[]): DotClaudeLook {
    const readable = files.map((file) => (file.is === 'read' ? file : undefined))
    const choice = chooseDotClaude(readable, owner)
    const [path, file] = choice.owner === undefined ? [] : [paths[choice.owner], readable[choice.owner]]
    if (choice.owner === undefined || path === undefined || file === undefined) return { is: 'missing' }
    owner = choice.owner
    return { ...file, cache: choice.cache, file: nameless(path) }
  }

  /** What a link leads to is written elsewhere. */
  function watchAll(): void {
    const all = [...paths, ...paths.map(realOf)]
    names = new Set(all.map((path) => basename(path)))
    watch.set([...new Set(all.map((path) => dirname(path)))])
  }

  const watch = watchFolders(clock, (name) => names.has(name), look)
  look()
  return {
    close() {
      watch.close()
      cancelAgain?.()
    },
  }
}

function markOf(path: string): string {
  try {
    const { ino, size, ctimeNs } = statSync(path, { bigint: true })
    return `${ino} ${size} ${ctimeNs}`
  } catch (error) {
    return String((error as NodeJS.ErrnoException).code)
  }
}
