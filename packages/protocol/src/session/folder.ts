/**
 * Returns the folder that a path names, one spelling for all: no trailing separator, and without the `/private` that
 * macOS puts before its temporary folders.
 */
export function folderOf(path: string): string {
  const bare = path.length > 1 ? path.replace(/(?<=[^:/\\])[/\\]+$/, '') : path
  return bare.replace(/^\/private(?=\/(?:tmp|var|etc)(?:\/|$))/, '')
}
