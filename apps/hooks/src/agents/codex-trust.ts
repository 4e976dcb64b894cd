import { createHash } from 'node:crypto'
import type { Group } from '../hook-group.js'

/** One word of a dotted key. */
const WORD = /"(?:[^"\\]|\\.)*"|'[^']*'|[\w-]+/y

/** What Codex's `config.toml` says about hooks. Read only: this file is never written by us. */
export type CodexConfig = {
  /** False when the feature is switched off. */
  hooks: boolean
  /** By hook key (`<hooks.json>:<event>:<group>:<handler>`): the trusted hash, and whether it was switched off. */
  state: ReadonlyMap<string, { hash?: string; off?: true }>
}

function unquoted(word: string): string {
  if (word.startsWith("'")) return word.slice(1, -1)
  if (!word.startsWith('"')) return word
  try {
    return String(JSON.parse(word))
  } catch {
    return word.slice(1, -1)
  }
}

/** Returns the dotted key at the start of a text, and where it ends: `hooks.state."a:b"` is three words. */
function dottedKey(text: string): { path: string[]; end: number } {
  const path: string[] = []
  let end = 0
  for (;;) {
    WORD.lastIndex = end
    const found = WORD.exec(text)?.[0]
    if (found === undefined) return { path, end }
    path.push(unquoted(found))
    end = WORD.lastIndex
    const dot = /^\s*\.\s*/.exec(text.slice(end))
    if (!dot) return { path, end }
    end += dot[0].length
  }
}

/**
 * Returns every `key = value` of a TOML text with the full path of its key, inline tables opened; strings of several
 * lines are skipped.
 */
function assignments(toml: string): { path: string[]; value: string }[] {
  const found: { path: string[]; value: string }[] = []
  const take = (table: readonly string[], line: string): void => {
    const key = dottedKey(line)
    const value = /^\s*=\s*(.*?)\s*$/.exec(line.slice(key.end))?.[1]
    if (value === undefined || key.path.length === 0) return
    const path = [...table, ...key.path]
    const inline = /^\{(.*)\}/.exec(value)?.[1]
    if (inline === undefined) found.push({ path, value })
    else for (const part of inline.match(/(?:"(?:[^"\\]|\\.)*"|'[^']*'|[^,"'])+/g) ?? []) take(path, part.trim())
  }
  let table: string[] = []
  for (const line of toml.replaceAll(/"""[\s\S]*?"""|'''[\s\S]*?'''/g, '""').split(/\r?\n/)) {
    const text = line.trim()
    if (text.startsWith('[')) table = dottedKey(text.replace(/^\[+\s*/, '')).path
    else take(table, text)
  }
  return found
}

/** Returns what `config.toml` says about hooks. A broken file says nothing: Codex itself will complain about it. */
export function parseCodexConfig(toml: string): CodexConfig {
  let hooks = true
  const state = new Map<string, { hash?: string; off?: true }>()
  for (const { path, value } of assignments(toml)) {
    const [table, kind, key, field] = path
    if (table === 'features' && path.length === 2 && (kind === 'hooks' || kind === 'codex_hooks')) {
      hooks = !value.startsWith('false')
    }
    if (table !== 'hooks' || kind !== 'state' || key === undefined || path.length !== 4) continue
    const entry = state.get(key) ?? {}
    if (field === 'trusted_hash') entry.hash = unquoted(/^(?:"(?:[^"\\]|\\.)*"|'[^']*')/.exec(value)?.[0] ?? value)
    if (field === 'enabled' && value.startsWith('false')) entry.off = true
    state.set(key, entry)
  }
  return { hooks, state }
}

function snake(event: string): string {
  return event.replaceAll(/(?<=[a-z])[A-Z]/g, '_$&').toLowerCase()
}

/** Returns the name under which Codex keeps its trust in the first handler of a group. `group` counts from 0. */
export function trustKey(path: string, event: string, group: number): string {
  return `${path}:${snake(event)}:${group}:0`
}

/** Returns the hash that Codex 0.171 trusts: of the event and its only handler, keys sorted, what is not set left out. */
export function trustHash(event: string, { hooks: [handler] }: Group): string {
  const { async = false, command, timeout, type } = handler
  const identity = { event_name: snake(event), hooks: [{ async, command, timeout, type }] }
  return `sha256:${createHash('sha256').update(JSON.stringify(identity)).digest('hex')}`
}
