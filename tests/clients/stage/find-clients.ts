import { accessSync, constants } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { runCommand } from './run-command.js'

/** The versions that the facts, fixtures and these tests were made with. */
const clients = {
  claude: { package: '@anthropic-ai/claude-code', version: '2.1.332' },
  codex: { package: '@openai/codex', version: '0.171.0' },
} as const

export type ClientName = keyof typeof clients

/** Where a client is, or why its tests cannot run. */
export type Found = { readonly path: string } | { readonly missing: string }

const folder = process.env.CODEXBAR_CLIENTS || join(homedir(), '.cache', 'codexbar-clients')

const executable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const onPath = (name: string): string[] => (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name))

const versionOf = async (path: string): Promise<string> =>
  /\d+\.\d+\.\d+/.exec((await runCommand(path, ['--version'])).stdout)?.[0] ?? 'unknown'

/** Looks for the pinned version in `CODEXBAR_CLIENTS` (else `~/.cache/codexbar-clients`) and on PATH. */
export const findClient = async (name: ClientName): Promise<Found> => {
  if (!onPath('tmux').some(executable)) return { missing: 'tmux is not installed' }
  const { version } = clients[name]
  const candidates = [join(folder, 'node_modules', '.bin', name), ...onPath(name)].filter(executable)
  const seen: string[] = []
  for (const path of candidates) {
    const found = await versionOf(path)
    if (found === version) return { path }
    seen.push(`${path} is ${found}`)
  }
  const pinned = `${clients[name].package}@${version}`
  return {
    missing: `${pinned} not found${seen.length > 0 ? ` (${seen.join(', ')})` : ''}; see tests/clients/README.md`,
  }
}
