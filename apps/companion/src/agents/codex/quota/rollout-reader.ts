import { type FileHandle, open } from 'node:fs/promises'
import { readLinesFromEnd } from './lines-from-end.js'
import type { NewestLimits } from './newest-limits.js'
import type { RolloutFile } from './rollout-folders.js'
import { glanceAt, momentOfLine, readLine } from './rollout-line.js'

/** Reads of rollouts what was written since they were read last. */
export type RolloutReader = {
  /**
   * Takes what the files say into `newest`; those that are not among them are forgotten. Returns how many can be read.
   */
  read(files: readonly RolloutFile[], newest: NewestLimits): Promise<number>
  /** The files that were read. */
  paths(): Iterable<string>
}

/** How much is read at once (bytes), and of each file. */
const CHUNK = 512 * 1024
/** How far back one file is read (bytes) where its end says nothing of the main limit and may be newer than all others. */
const DEEPEST = 8 * 1024 * 1024
/** How much is read beyond the ends of files in one go (bytes): the rest has to do without. */
const DEEP_IN_ALL = 16 * 1024 * 1024
/** So many lines of one file may be no news (of the main limit, as a rule) until no other limit is looked for either. */
const MOST_OLD = 256

/** A file as it was read last. `end` is where its last finished line ended (bytes). */
type Seen = RolloutFile & { end: number }

/** Returns a reader that read nothing yet. */
export function createRolloutReader(): RolloutReader {
  let seen = new Map<string, Seen>()
  let chunk: Buffer | undefined

  async function readFrom(file: FileHandle, from: number, to: number, newest: NewestLimits, allowance: number) {
    let isOlder = false
    let left = MOST_OLD
    let first: Buffer | undefined
    let read = 0
    chunk ??= Buffer.allocUnsafe(CHUNK)
    const end = await readLinesFromEnd(file, {
      ...{ from, to, chunk },
      take(line) {
        first = line
        const glance = left > 0 ? glanceAt(line) : undefined
        if (glance === undefined) return
        if (!newest.isNews(glance.id, glance.at)) {
          left -= 1
          return
        }
        const snapshot = readLine(line.toString('utf8'))
        if (snapshot !== undefined) newest.take(snapshot)
      },
      goesOn(bytes) {
        read = bytes
        const at = first === undefined ? undefined : momentOfLine(first)
        first = undefined
        isOlder ||= newest.mainAt !== undefined && at !== undefined && at <= newest.mainAt
        return !isOlder && bytes < Math.min(DEEPEST, CHUNK + allowance)
      },
    })
    return { end, deep: Math.max(0, read - CHUNK) }
  }

  return {
    async read(files, newest) {
      const before = seen
      seen = new Map()
      let readable = 0
      let allowance = DEEP_IN_ALL
      for (const file of files) {
        const known = before.get(file.path)
        if (known !== undefined && isSame(file, known)) {
          seen.set(file.path, known)
          readable += 1
          continue
        }
        const outcome = await withFile(file.path, async (handle) => {
          const from = await beginningOf(handle, file, known)
          return readFrom(handle, from, file.size, newest, allowance)
        })
        if (outcome === undefined) continue
        seen.set(file.path, { ...file, end: outcome.end })
        allowance -= outcome.deep
        readable += 1
      }
      return readable
    },
    paths: () => seen.keys(),
  }
}

function isSame(file: RolloutFile, known: Seen): boolean {
  return file.ino === known.ino && file.size === known.size && file.modifiedAt === known.modifiedAt
}

/** Returns where what is new begins: at the start of a file that was cut, replaced or written anew. */
async function beginningOf(handle: FileHandle, file: RolloutFile, known: Seen | undefined): Promise<number> {
  if (known === undefined || known.end === 0 || file.ino !== known.ino || file.size <= known.size) return 0
  const { bytesRead, buffer } = await handle.read(Buffer.alloc(1), 0, 1, known.end - 1)
  return bytesRead === 1 && buffer[0] === 0x0a ? known.end : 0
}

/** Returns `undefined` for a file that went or cannot be read. */
async function withFile<T>(path: string, use: (handle: FileHandle) => Promise<T>): Promise<T | undefined> {
  let handle: FileHandle | undefined
  try {
    handle = await open(path)
    return await use(handle)
  } catch {
    return undefined
  } finally {
    await handle?.close().catch(() => undefined)
  }
}
