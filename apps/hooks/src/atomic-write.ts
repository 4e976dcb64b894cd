import { randomBytes } from 'node:crypto'
import { chmod, chown, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/** How a file is written: its permission bits and, when a file is replaced, whose it was. */
export type WriteAs = { mode: number; uid?: number; gid?: number }

/**
 * Replaces a file as a whole: a reader sees the old text or the new one, also after a crash.
 * Folders on the way are made, for the owner only. Throws what the file system throws; no temporary file stays behind.
 */
export async function writeAtomic(path: string, text: string, { mode, uid, gid }: WriteAs): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`
  try {
    const file = await open(temporary, 'wx', 0o600)
    try {
      await file.writeFile(text)
      await file.sync()
    } finally {
      await file.close()
    }
    if (uid !== undefined && gid !== undefined && uid !== process.getuid?.()) await chown(temporary, uid, gid)
    await chmod(temporary, mode)
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}
