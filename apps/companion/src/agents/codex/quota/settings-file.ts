import { join } from 'node:path'
import { readBoundedFile } from '../../bounded-file.js'
import { parseJson, textIn } from '../../json.js'

/** A longer file is none (bytes): people write it by hand. */
const LARGEST = 1024 * 1024
const KEY = /^\s*"?([\w-]+)"?\s*=\s*("(?:[^"\\]|\\.)*"|'[^']*')\s*(?:#.*)?$/

/**
 * Returns the texts that Codex's `config.toml` sets outside of its tables, by their keys; none where there is no such
 * file. Of TOML only what such a line needs is understood.
 */
export async function readCodexSettings(codexHome: string): Promise<ReadonlyMap<string, string>> {
  const file = await readBoundedFile(join(codexHome, 'config.toml'), LARGEST)
  return file.is === 'read' ? textsIn(file.text) : new Map()
}

/** Returns the texts that stand in front of the first table of a TOML document, by their keys. */
export function textsIn(toml: string): ReadonlyMap<string, string> {
  const texts = new Map<string, string>()
  for (const line of toml.split(/\r?\n/)) {
    if (/^\s*\[/.test(line)) break
    const [, key, value] = KEY.exec(line) ?? []
    if (key !== undefined && value !== undefined) texts.set(key, unquote(value))
  }
  return texts
}

function unquote(value: string): string {
  return value.startsWith("'") ? value.slice(1, -1) : (textIn(parseJson(value)) ?? '')
}
