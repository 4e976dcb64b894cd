import { type FSWatcher, watch } from 'node:fs'
import type { Clock } from './clock.js'

/** Hears of changes in folders. */
export type FolderWatch = {
  /** Watches exactly these folders from now on; one that is missing is tried again. */
  set(folders: readonly string[]): void
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
 * name), at once and again when more follows, and now and then in case the system does not tell. Watching keeps no process alive.
 */
export function watchFolders(clock: Clock, isMeant: (name: string) => boolean, changed: () => void): FolderWatch {
  const watched = new Map<string, FSWatcher>()
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
    watched.get(folder)?.close()
    watched.delete(folder)
  }

  function begin(folder: string): void {
    if (watched.has(folder)) return
    try {
      const watcher = watch(folder, { persistent: false }, (_, name) => {
        if (name === null || isMeant(name)) tell()
      })
      watcher.on('error', () => drop(folder))
      watched.set(folder, watcher)
    } catch {
      // It is not there, or the system has no watch left: looking now and then has to do.
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
    const before = watched.size
    for (const folder of wanted) begin(folder)
    if (watched.size < wanted.length) cancelSeek = clock.setTimer(SEEK_EVERY, seekAgain)
    return watched.size > before
  }

  /** What came into a folder before it was watched was not told. */
  function seekAgain(): void {
    if (seek()) changed()
  }

  return {
    set(folders) {
      wanted = folders
      for (const folder of watched.keys()) if (!folders.includes(folder)) drop(folder)
      if (isClosed) return
      seek()
      cancelLook ??= clock.setTimer(LOOK_EVERY, look)
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
