import { chmodSync, closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'

const MODE = 0o600

/** Replaces a file that only its owner may read, at once or not at all. Throws what the file system says. */
export function writePrivateSync(path: string, text: string): void {
  const draft = `${path}.${process.pid}.tmp`
  writeFileSync(draft, text, { mode: MODE })
  replace(draft, path)
}

/** Like `writePrivateSync`, and on the disk when it returns. */
export function writeDurableSync(path: string, text: string): void {
  const draft = `${path}.${process.pid}.tmp`
  const file = openSync(draft, 'w', MODE)
  try {
    writeFileSync(file, text)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  replace(draft, path)
}

/** Like `writePrivateSync`, without holding anything up; left undone when it is no longer wanted once it is written. */
export async function writePrivate(path: string, text: string, isWanted: () => boolean): Promise<void> {
  const draft = `${path}.${process.pid}.later.tmp`
  await writeFile(draft, text, { mode: MODE })
  if (isWanted()) replace(draft, path)
  else rmSync(draft, { force: true })
}

/** Returns the text of a file, `undefined` when there is none. Throws when it is there and cannot be read. */
export function readIfPresent(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

function replace(draft: string, path: string): void {
  try {
    chmodSync(draft, MODE)
    renameSync(draft, path)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}
