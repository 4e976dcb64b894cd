import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Returns the paths of what a folder holds under names of a pattern; none when it cannot be read. */
export async function pathsIn(folder: string, pattern: RegExp): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  return names.filter((name) => pattern.test(name)).map((name) => join(folder, name))
}

/** Returns which of the files was written last, and when (Unix ms); `undefined` for none. One that goes meanwhile is none. */
export async function newestFile(paths: readonly string[]): Promise<{ path: string; at: number } | undefined> {
  const found = await Promise.all(
    paths.map(async (path) => {
      const at = await stat(path).then(
        ({ mtimeMs }) => mtimeMs,
        () => undefined,
      )
      return at === undefined ? [] : [{ path, at }]
    }),
  )
  return found.flat().sort((a, b) => b.at - a.at)[0]
}
