import { open, readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { AgentId } from './agents.js'

const newestName = async (folder: string, pattern: RegExp): Promise<string | undefined> =>
  (await readdir(folder))
    .filter((name) => pattern.test(name))
    .sort()
    .at(-1)

const claudeVersion = async (folder: string): Promise<string | undefined> => {
  const sessions = join(folder, 'sessions')
  // Only these names: the files beside them are secrets of the running sessions.
  const names = (await readdir(sessions)).filter((name) => /^\d+\.json$/.test(name))
  const aged = await Promise.all(
    names.map(async (name) => ({ path: join(sessions, name), at: (await stat(join(sessions, name))).mtimeMs })),
  )
  const newest = aged.sort((a, b) => b.at - a.at)[0]
  if (!newest) return undefined
  const session: unknown = JSON.parse(await readFile(newest.path, 'utf8'))
  const version = typeof session === 'object' && session !== null && 'version' in session ? session.version : undefined
  return typeof version === 'string' ? version : undefined
}

const codexVersion = async (folder: string): Promise<string | undefined> => {
  let path = join(folder, 'sessions')
  for (const pattern of [/^\d{4}$/, /^\d\d$/, /^\d\d$/, /^rollout-.*\.jsonl$/]) {
    const name = await newestName(path, pattern)
    if (name === undefined) return undefined
    path = join(path, name)
  }
  const file = await open(path)
  try {
    // The version stands near the start of a first line that can be long.
    const { buffer, bytesRead } = await file.read(Buffer.alloc(65_536), 0, 65_536, 0)
    return /"cli_version":\s*"([^"]+)"/.exec(buffer.toString('utf8', 0, bytesRead))?.[1]
  } finally {
    await file.close()
  }
}

const readers: Readonly<Record<AgentId, (folder: string) => Promise<string | undefined>>> = {
  claude: claudeVersion,
  codex: codexVersion,
}

/** The version of the agent's client that ran last, from its own session files; undefined when they do not say. */
export const agentVersion = async (agent: AgentId, folder: string): Promise<string | undefined> => {
  try {
    return await readers[agent](folder)
  } catch {
    return undefined
  }
}
