import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Provider } from '@codexbar/protocol/wire'
import { describeAge } from '../status/age.js'
import type { Finding, Machine } from './check.js'

/** How long an agent may write its files without a hook before something is wrong (ms). */
const SILENCE = 5 * 60_000

/** When each agent last wrote one of its own files (Unix ms). */
const LAST_WRITTEN: Record<Provider, (machine: Machine) => Promise<number | undefined>> = {
  Claude: ({ claudeDir }) => newestIn(join(claudeDir, 'sessions'), '.json'),
  Codex: ({ codexDir }) => newestRollout(join(codexDir, 'sessions')),
}

/** Whether each agent's hooks were heard, and not long before it last worked. */
export async function checkLastEvents(machine: Machine): Promise<Finding[]> {
  const health = await machine.client.health().catch(() => undefined)
  if (health === undefined) return [{ level: 'warn', line: 'When hooks were last heard is not known.' }]
  return Promise.all(
    health.last_event.map(async ({ name, at }) => judge(name, at, await LAST_WRITTEN[name](machine), machine)),
  )
}

function judge(name: Provider, heardAt: number | null, written: number | undefined, machine: Machine): Finding {
  const { launcher } = machine
  const now = machine.now()
  const heard = heardAt === null ? undefined : heardAt * 1_000
  const worked = written === undefined ? '' : ` ${name} wrote its files ${describeAge(now - written)} ago.`
  if (heard === undefined) {
    return {
      level: 'warn',
      line: `${name} was never heard.${worked}`,
      todo: `Begin a new ${name} session; its hooks must be installed (${launcher} hooks status).`,
    }
  }
  const line = `${name} was heard ${describeAge(now - heard)} ago`
  if (written === undefined || written - heard < SILENCE) return { level: 'ok', line }
  return {
    level: 'warn',
    line: `${line}, but${worked}`,
    todo: `Is its session older than its hooks? Begin a new one; see ${launcher} hooks status.`,
  }
}

/** When the newest file of a folder was written. */
async function newestIn(folder: string, ending: string): Promise<number | undefined> {
  const names = (await list(folder)).filter((name) => name.endsWith(ending))
  const times = await Promise.all(
    names.map((name) =>
      stat(join(folder, name)).then(
        ({ mtimeMs }) => mtimeMs,
        () => 0,
      ),
    ),
  )
  return times.length === 0 ? undefined : Math.max(...times)
}

/** Codex keeps one folder a day, `2026/11/30`: only the last one is looked at. */
async function newestRollout(sessions: string): Promise<number | undefined> {
  let folder = sessions
  for (let depth = 0; depth < 3; depth += 1) {
    const last = (await list(folder))
      .filter((name) => /^\d+$/.test(name))
      .sort()
      .at(-1)
    if (last === undefined) return undefined
    folder = join(folder, last)
  }
  return newestIn(folder, '.jsonl')
}

function list(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => [])
}
