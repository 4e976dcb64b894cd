import { lstat, readFile, readlink, realpath, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { type WriteAs, writeAtomic } from './atomic-write.js'

/** A settings file as it was read. `text` is undefined when there is none; `real` is the file behind a link. */
export type SettingsFile = {
  path: string
  real: string
  text: string | undefined
  as: WriteAs
  /** The text kept from before the install. */
  backup: string | undefined
}

/** Returns where the text from before the install is kept. */
export function backupPath(path: string): string {
  return `${path}.codexbar-backup`
}

/** Reads a settings file and its backup. Throws what the file system throws, except that a missing file is no error. */
export async function readSettings(path: string): Promise<SettingsFile> {
  const real = await behindLink(path)
  const [text, backup, found] = await Promise.all([readText(real), readText(backupPath(path)), orAbsent(stat(real))])
  const as: WriteAs = found ? { mode: found.mode & 0o7777, uid: found.uid, gid: found.gid } : { mode: 0o600 }
  return { path, real, text, as, backup }
}

/**
 * Puts a new text in place of the one that was read, keeping link, mode and owner; `undefined` removes the file, and its
 * folder when that is empty then. Throws when the file changed since it was read: the agent or a person is writing it.
 */
export async function writeSettings(file: SettingsFile, text: string | undefined): Promise<void> {
  if ((await readText(file.real)) !== file.text) throw new Error('it changed while it was being edited; run this again')
  if (text !== undefined) return writeAtomic(file.real, text, file.as)
  await rm(file.real)
  // One that somebody else needs is not empty, or does not go: both are as it should be.
  await rmdir(dirname(file.path)).catch(() => undefined)
}

/** Keeps the text that was read as the backup, in place of an older one. */
export async function keepBackup(file: SettingsFile): Promise<void> {
  if (file.text !== undefined) await writeAtomic(backupPath(file.path), file.text, file.as)
}

/** Removes the backup. */
export function dropBackup({ path }: SettingsFile): Promise<void> {
  return rm(backupPath(path), { force: true })
}

/** Returns the file that a path means, also when it is a link to a file that does not exist yet. */
async function behindLink(path: string): Promise<string> {
  const real = await orAbsent(realpath(path))
  if (real !== undefined) return real
  const link = await orAbsent(lstat(path))
  return link?.isSymbolicLink() ? resolve(dirname(path), await readlink(path)) : path
}

/** Returns the text of a file. Bytes that are not UTF-8 throw, since they could not be kept. */
async function readText(path: string): Promise<string | undefined> {
  const bytes = await orAbsent(readFile(path))
  return bytes && new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
}

async function orAbsent<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
