import { readFile } from 'node:fs/promises'

/** Returns the text of a file, '' when it cannot be read. */
export async function readOptional(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch {
    return ''
  }
}
