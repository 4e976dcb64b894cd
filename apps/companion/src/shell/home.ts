import { chmodSync, mkdirSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Environment } from './environment.js'

/** The companion's own files, all inside its home. */
const FILES = {
  config: 'config.json',
  lock: 'companion.lock',
  quota: 'quota-state.json',
  state: 'attention-state.json',
  token: 'token',
  tokens: 'tokens.json',
} as const

const STICKY = 0o1000
const OTHERS = 0o077

/** Returns the folder the companion keeps its files in: `CODEXBAR_HOME`, else `~/.codexbar`. */
export function homeDir(env: Environment = process.env): string {
  const chosen = env.CODEXBAR_HOME
  return chosen !== undefined && chosen !== '' ? resolve(chosen) : join(homedir(), '.codexbar')
}

/** Returns where one of the companion's files is. */
export function homeFile(home: string, file: keyof typeof FILES): string {
  return join(home, FILES[file])
}

/** Makes the home if it is missing and closes it to others. Throws what the file system says when it cannot. */
export function openHome(home: string): void {
  mkdirSync(home, { recursive: true, mode: 0o700 })
  const { mode, uid } = statSync(home)
  // A shared folder such as /tmp named by mistake must not be closed to everyone else.
  const ours = process.getuid === undefined || uid === process.getuid()
  if (ours && (mode & OTHERS) !== 0 && (mode & STICKY) === 0) chmodSync(home, 0o700)
}
