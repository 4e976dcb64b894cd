import { lstat, readFile, readlink, realpath, rm, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { type WriteAs, writeAtomic } from './atomic-write.js'

/** A settings file as it was read. `text` is undefined when there is none; `real` is the file behind a link. */
export type SettingsFile = {
  readonly path: string
  readonly real: string
  readonly text: string | undefined
  readonly as: WriteAs
  /** The text kept from before the first install. */
  readonly backup: string | undefined
}

const codeOf = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : undefined

const orAbsent = async <T>(reading: Promise<T>): Promise<T | undefined> => {
  try {
    return await reading
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

/** The text of a file, undefined when it does not exist. Bytes that are not UTF-8 throw, since they could not be kept. */
const readText = async (path: string): Promise<string | undefined> => {
  const bytes = await orAbsent(readFile(path))
  return bytes && new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
}

/** The file that a path means, also when it is a link to a file that does not exist yet. */
const behindLink = async (path: string): Promise<string> => {
  const real = await orAbsent(realpath(path))
  if (real !== undefined) return real
  const link = await orAbsent(lstat(path))
  return link?.isSymbolicLink() ? resolve(dirname(path), await readlink(path)) : path
}

/** Where the text from before the first install is kept. */
export const backupPath = (file: Pick<SettingsFile, 'path'>): string => `${file.path}.codexbar-backup`

/** Reads a settings file and its backup. Throws what the file system throws, except that a missing file is no error. */
export const readSettings = async (path: string): Promise<SettingsFile> => {
  const real = await behindLink(path)
  const [text, backup, found] = await Promise.all([
    readText(real),
    readText(backupPath({ path })),
    orAbsent(stat(real)),
  ])
  const as: WriteAs = found ? { mode: found.mode & 0o7777, uid: found.uid, gid: found.gid } : { mode: 0o600 }
  return { path, real, text, as, backup }
}

/**
 * Puts a new text in place of the one that was read, keeping link, mode and owner; `undefined` removes the file.
 * The former text is kept as the backup if none is kept yet (`keep`), and the backup goes when nothing differs from it.
 * Throws when the file changed since it was read: the agent or a person is writing it.
 */
export const writeSettings = async (file: SettingsFile, text: string | undefined, keep: boolean): Promise<void> => {
  if ((await readText(file.real)) !== file.text) throw new Error('it changed while it was being edited; run this again')
  if (keep && file.text !== undefined && file.backup === undefined) {
    await writeAtomic(backupPath(file), file.text, file.as)
  }
  if (text === undefined) await rm(file.real)
  else await writeAtomic(file.real, text, file.as)
  if (!keep && file.backup !== undefined && file.backup === text) await rm(backupPath(file))
}
