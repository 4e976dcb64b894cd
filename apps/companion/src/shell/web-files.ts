import { readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { contentTag } from './content-tag.js'

/** A file of the web page, ready to be sent. */
export type WebFile = { body: Buffer; type: string; etag: string }

/** What is sent for the names that a build may have; a file of another kind is left out. */
const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
}

/**
 * Returns the files of a built page by the paths that they are served at; none when it was not built. They are read
 * once: what is not among them is not served, whatever a path says.
 */
export function readWebFiles(folder: string | URL | undefined): ReadonlyMap<string, WebFile> {
  const files = new Map<string, WebFile>()
  if (folder === undefined) return files
  const root = typeof folder === 'string' ? folder : fileURLToPath(folder)
  for (const path of filesIn(root)) {
    const type = TYPES[extname(path)]
    if (type === undefined) continue
    const body = readFileSync(path)
    const served = `/${relative(root, path).split(sep).join('/')}`
    files.set(served === '/index.html' ? '/' : served, { body, type, etag: contentTag(body) })
  }
  return files
}

/** Links are not followed: what is served lies in the folder itself. */
function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      const path = join(folder, entry.name)
      return entry.isDirectory() ? filesIn(path) : entry.isFile() ? path : []
    })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
