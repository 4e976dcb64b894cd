import { spawnSync } from 'node:child_process'
import { readFileSync, readlinkSync } from 'node:fs'
import type { Sighting } from '../core/liveness.js'
import type { Exec } from './exec.js'

/** Looks at the processes of this machine. */
export type Processes = {
  /** Looks at one process now. `start` and `name` are known only where `/proc` tells them. */
  look(pid: number): Sighting
  /** Looks at many; `then` gets nothing when nothing could be learnt. Where `/proc` is missing, start times need a program. */
  lookAll(pids: readonly number[], withStarts: boolean, then: (seen?: ReadonlyMap<number, Sighting>) => void): void
  /** Names the space in which this process's ids count, where the system has such spaces. */
  space(): string | undefined
}

const PS_DEADLINE_MS = 2_000

/** Returns a look at the processes of this machine. `platform` and `exec` are arguments so that each way is tested. */
export function createProcesses(exec: Exec, platform: NodeJS.Platform = process.platform): Processes {
  const look = platform === 'linux' ? lookInProc : lookBySignal
  return {
    look,
    lookAll(pids, withStarts, then) {
      if (platform === 'linux' || !withStarts) then(new Map(pids.map((pid) => [pid, look(pid)])))
      else lookWithPs(exec, pids).then(then, () => then())
    },
    space: () => (platform === 'linux' ? ownSpace() : undefined),
  }
}

/** Returns when this process started and in which run of the machine, as far as the system tells. */
export function startMark(pid: number): string | undefined {
  if (process.platform === 'linux') {
    const { start } = lookInProc(pid)
    return start === undefined ? undefined : `${bootId()}:${start}`
  }
  const { stdout } = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], {
    encoding: 'utf8',
    timeout: PS_DEADLINE_MS,
  })
  const start = stdout?.trim()
  return start === undefined || start === '' ? undefined : start
}

function lookInProc(pid: number): Sighting {
  let stat: string
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
  } catch {
    return { alive: false }
  }
  // The name in parentheses may hold spaces and parentheses of its own.
  const close = stat.lastIndexOf(')')
  const fields = stat.slice(close + 2).split(' ')
  const ended = fields[0] === 'Z' || fields[0] === 'X'
  return ended ? { alive: false } : { alive: true, start: fields[19], name: stat.slice(stat.indexOf('(') + 1, close) }
}

function lookBySignal(pid: number): Sighting {
  try {
    process.kill(pid, 0)
    return { alive: true }
  } catch (error) {
    return { alive: (error as NodeJS.ErrnoException).code === 'EPERM' }
  }
}

async function lookWithPs(exec: Exec, pids: readonly number[]): Promise<Map<number, Sighting> | undefined> {
  const { code, stdout } = await exec('ps', ['-o', 'pid=,stat=,lstart=', '-p', pids.join(',')], {
    timeoutMs: PS_DEADLINE_MS,
  })
  // `ps` answers 1 when none of the processes exists.
  if (code !== 0 && code !== 1) return undefined
  const seen = new Map<number, Sighting>(pids.map((pid) => [pid, { alive: false }]))
  for (const line of stdout.split('\n')) {
    const [, pid, state, start] = /^\s*(\d+)\s+(\S+)\s+(.+?)\s*$/.exec(line) ?? []
    if (pid !== undefined && state?.startsWith('Z') === false) seen.set(Number(pid), { alive: true, start })
  }
  return seen
}

function ownSpace(): string | undefined {
  try {
    return readlinkSync('/proc/self/ns/pid')
  } catch {
    return undefined
  }
}

function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim()
  } catch {
    return ''
  }
}
