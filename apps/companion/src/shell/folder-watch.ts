import { type FSWatcher, statSync, watch } from 'node:fs'
import { basename } from 'node:path'
import type { Clock } from './clock.js'

/** Hears of changes in folders. */
export type FolderWatch = {
  /**
   * Watches exactly these folders from now on; one that is missing is tried again. Returns whether one is watched that
   * was not: what came into it before was not told.
   */
  set(folders: readonly string[]): boolean
  close(): void
}

/** Changes that come together are told of once (ms): an agent writes a file in many pieces. */
const TOGETHER = 200
/** Where the system tells of nothing, somebody has to look (ms). */
const LOOK_EVERY = 60_000
/** How soon a folder that was missing is found (ms). */
const SEEK_EVERY = 5_000

/**
 * Returns a watch that calls `changed` when something in one of its folders changed (`isMeant` picks by the file's
 * name), at once and again when more follows, and now and then in case the system does not tell. A folder that was made
 * anew is another one, and found. Watching keeps no process alive.
 */
export function watchFolders(clock: Clock, isMeant: (name: string) => boolean, changed: () => void): FolderWatch {
  const watched = new Map<string, { watcher: FSWatcher; identity: string }>()
  let cancelTell: (() => void) | undefined
  let cancelLook: (() => void) | undefined
  let cancelSeek: (() => void) | undefined
  let wanted: readonly string[] = []
  let isDirty = false
  let isClosed = false

  function tell(): void {
    if (isClosed) return
    if (cancelTell !== undefined) {
      isDirty = true
      return
    }
    cancelTell = clock.setTimer(TOGETHER, () => {
      cancelTell = undefined
      if (!isDirty) return
      isDirty = false
      tell()
    })
    changed()
  }

  function drop(folder: string): void {
    watched.get(folder)?.watcher.close()
    watched.delete(folder)
  }

  /** Returns whether the folder is watched from now on, and was not. */
  function begin(folder: string): boolean {
    const identity = identityOf(folder)
    if (watched.get(folder)?.identity === identity) return false
    drop(folder)
    if (identity === undefined) return false
    try {
      const watcher = watch(folder, { persistent: false }, (_, name) => {
        if (name === null || isMeant(name)) tell()
        // It speaks of itself when it goes.
        if (name === null || name === basename(folder)) seekAgain()
      })
      watcher.on('error', () => drop(folder))
      watched.set(folder, { watcher, identity })
      return true
    } catch {
      // The system has no watch left: looking now and then has to do.
      return false
    }
  }

  function look(): void {
    seek()
    cancelLook = clock.setTimer(LOOK_EVERY, look)
    changed()
  }

  /** Returns whether a folder was found. */
  function seek(): boolean {
    cancelSeek?.()
    cancelSeek = undefined
    const found = wanted.filter(begin)
    if (watched.size < wanted.length) cancelSeek = clock.setTimer(SEEK_EVERY, seekAgain)
    return found.length > 0
  }

  /** What came into a folder before it was watched was not told. */
  function seekAgain(): void {
    if (!isClosed && seek()) changed()
  }

  return {
    set(folders) {
      wanted = [...new Set(folders)]
      for (const folder of watched.keys()) if (!folders.includes(folder)) drop(folder)
      if (isClosed) return false
      cancelLook ??= clock.setTimer(LOOK_EVERY, look)
      return seek()
    },
    close() {
      isClosed = true
      cancelTell?.()
      cancelLook?.()
      cancelSeek?.()
      for (const folder of [...watched.keys()]) drop(folder)
    },
  }
}

/** Numbers are given to another folder once one is gone: when it was made tells them apart. */
function identityOf(folder: string): string | undefined {
  try {
    const { dev, ino, birthtimeMs } = statSync(folder)
    return `${dev} ${ino} ${birthtimeMs}`
  } catch {
    return undefined
  }
}
