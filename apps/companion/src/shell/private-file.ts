import { chmodSync, closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'

const MODE = 0o600
/** Some editors begin a file with it. */
const BYTE_ORDER_MARK = /^\ufeff/

/** Replaces a file that only its owner may read, at once or not at all. Throws what the file system says. */
export function writePrivateSync(path: string, text: string): void {
  const draft = `${path}.${process.pid}.tmp`
  orDiscard(draft, () => {
    writeFileSync(draft, text, { mode: MODE })
    replace(draft, path)
  })
}

/** Like `writePrivateSync`, and on the disk when it returns. */
export function writeDurableSync(path: string, text: string): void {
  const draft = `${path}.${process.pid}.tmp`
  orDiscard(draft, () => {
    const file = openSync(draft, 'w', MODE)
    try {
      writeFileSync(file, text)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    replace(draft, path)
  })
}

/** Like `writePrivateSync`, without holding anything up; left undone when it is no longer wanted once it is written. */
export async function writePrivate(path: string, text: string, isWanted: () => boolean): Promise<void> {
  const draft = `${path}.${process.pid}.later.tmp`
  try {
    await writeFile(draft, text, { mode: MODE })
  } catch (error) {
    discard(draft)
    throw error
  }
  if (isWanted()) orDiscard(draft, () => replace(draft, path))
  else discard(draft)
}

/**
 * Returns the text of a file without a byte order mark, `undefined` when there is none. Throws when it is there and
 * cannot be read.
 */
export function readIfPresent(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').replace(BYTE_ORDER_MARK, '')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

function replace(draft: string, path: string): void {
  chmodSync(draft, MODE)
  renameSync(draft, path)
}

/** Makes something of a draft; where that fails, none is left behind. */
function orDiscard(draft: string, make: () => void): void {
  try {
    make()
  } catch (error) {
    discard(draft)
    throw error
  }
}

/** What made the draft fail is what its maker hears, not that it cannot be taken away. */
function discard(draft: string): void {
  try {
    rmSync(draft, { force: true })
  } catch {
    // It stays.
  }
}
