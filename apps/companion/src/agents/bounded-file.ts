import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs'
import { open } from 'node:fs/promises'

/** What is had of a file: nothing, or its whole text with what it was like then. */
export type BoundedFile = { is: 'missing' } | { is: 'unreadable' } | { is: 'read'; text: string; stats: Stats }

/** To open a pipe that nobody writes to would take for ever; where the system has no such flag it is 0. */
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)

/** Returns what a file holds; unreadable is also one of more than `most` bytes and what is no file. Never throws. */
export async function readBoundedFile(path: string, most: number): Promise<BoundedFile> {
  try {
    const file = await open(path, FLAGS)
    try {
      const stats = await file.stat()
      if (!isBounded(stats, most)) return { is: 'unreadable' }
      const buffer = Buffer.alloc(stats.size)
      const { bytesRead } = await file.read(buffer, 0, stats.size, 0)
      return readAs(buffer, bytesRead, stats)
    } finally {
      await file.close()
    }
  } catch (error) {
    return failureOf(error)
  }
}

/** As `readBoundedFile`, at once: for what has to be known before anything else happens. */
export function readBoundedFileSync(path: string, most: number): BoundedFile {
  try {
    const file = openSync(path, FLAGS)
    try {
      const stats = fstatSync(file)
      if (!isBounded(stats, most)) return { is: 'unreadable' }
      const buffer = Buffer.alloc(stats.size)
      return readAs(buffer, readSync(file, buffer, 0, stats.size, 0), stats)
    } finally {
      closeSync(file)
    }
  } catch (error) {
    return failureOf(error)
  }
}

function isBounded(stats: Stats, most: number): boolean {
  return stats.isFile() && stats.size <= most
}

/** A file may begin with a mark of its encoding. */
function readAs(buffer: Buffer, length: number, stats: Stats): BoundedFile {
  return { is: 'read', text: buffer.toString('utf8', 0, length).replace(/^\ufeff/, ''), stats }
}

function failureOf(error: unknown): BoundedFile {
  const { code } = error as NodeJS.ErrnoException
  return { is: code === 'ENOENT' || code === 'ENOTDIR' ? 'missing' : 'unreadable' }
}
