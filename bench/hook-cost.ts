import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../tests/kit/free-port.js'
import type { Figure } from './figure.js'
import { COMPANION, startServer } from './server-process.js'
import { median, quantile } from './statistics.js'

const ROUNDS = 25
const HANGING_ROUNDS = 5

/** How many times a bare curl a hook may take, and how long (ms) it may take when the companion hangs. */
const SHARE = 2
const LONGEST = 550

/** A payload as Claude hands it to a hook. */
const PAYLOAD = JSON.stringify({
  session_id: 'bench-0',
  transcript_path: '/home/dev/.claude/projects/-home-dev-projects-demo/bench-0.jsonl',
  cwd: '/home/dev/projects/demo',
  prompt_id: 'bb8f4fc9-5227-4410-a6ef-cd93286ec502',
  permission_mode: 'default',
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: { command: 'ls', description: 'List the files' },
  tool_use_id: 'toolu_0001',
})

/** What one hook costs the agent: from its start until all that it holds is closed. */
export const hookCost: Figure = {
  id: 'hook-cost',
  title: `one hook as the agent runs it, median of ${ROUNDS} interleaved rounds`,
  async measure() {
    const server = await startServer(COMPANION)
    const hanging = await listenSilently()
    const homes = await Promise.all([server.port, await freePort(), hanging.port].map(installHooks))
    const [up, down, hung] = homes as [HookHome, HookHome, HookHome]
    const curl = `curl -s -o /dev/null -H 'content-type: application/json' --data-binary @- http://127.0.0.1:${server.port}/hooks/claude`
    const took = {
      shell: [] as number[],
      curl: [] as number[],
      up: [] as number[],
      down: [] as number[],
      hung: [] as number[],
    }
    try {
      for (let round = 0; round < ROUNDS; round += 1) {
        took.shell.push(await time(':', up.home))
        took.curl.push(await time(curl, up.home))
        took.up.push(await time(up.command, up.home))
        took.down.push(await time(down.command, down.home))
        if (round < HANGING_ROUNDS) took.hung.push(await time(hung.command, hung.home))
      }
    } finally {
      hanging.close()
      await server.stop()
      for (const { home } of homes) await rm(home, { recursive: true, force: true })
    }
    const limit = SHARE * median(took.curl)
    const note = `<= ${SHARE} x bare curl`
    const longest = quantile(took.hung, 1)
    return [
      { name: 'sh -c :', value: median(took.shell), unit: 'ms' },
      { name: 'bare curl, companion up', value: median(took.curl), unit: 'ms', floor: median(took.shell) },
      {
        name: 'hook, companion up',
        value: median(took.up),
        unit: 'ms',
        floor: median(took.curl),
        pass: median(took.up) <= limit,
        note,
      },
      {
        name: 'hook, companion down',
        value: median(took.down),
        unit: 'ms',
        floor: median(took.curl),
        pass: median(took.down) <= limit,
        note,
      },
      {
        name: 'hook, companion hangs (longest)',
        value: longest,
        unit: 'ms',
        floor: median(took.curl),
        pass: longest <= LONGEST,
        note: `<= ${LONGEST}`,
      },
    ]
  },
}

/** Runs a command as an agent does, with pipes on everything. A hook that prints or fails is no measurement. */
async function time(command: string, home: string): Promise<number> {
  const began = performance.now()
  const child = spawn('sh', ['-c', command], { env: { PATH: process.env.PATH, HOME: home }, stdio: 'pipe' })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (printed += chunk))
  // What does not read its input (`sh -c :`) may be gone before it is written.
  child.stdin.on('error', () => {})
  child.stdin.end(PAYLOAD)
  const [code] = await once(child, 'close')
  const took = performance.now() - began
  if (code !== 0 || printed !== '') throw new Error(`"${command}" ended with ${code} and printed "${printed}".`)
  return took
}

type HookHome = { home: string; command: string }

/** A home whose Claude has our hooks, pointed at `port`; `command` is what its settings tell it to run. */
async function installHooks(port: number): Promise<HookHome> {
  const home = await mkdtemp(join(tmpdir(), 'codexbar-bench-'))
  await mkdir(join(home, '.claude'))
  const installer = fileURLToPath(new URL('../apps/hooks/src/main.ts', import.meta.url))
  execFileSync(process.execPath, [...process.execArgv, installer, 'install', '--agent', 'claude'], {
    env: { PATH: process.env.PATH, HOME: home, CODEXBAR_PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const settings: Settings = JSON.parse(await readFile(join(home, '.claude', 'settings.json'), 'utf8'))
  const command = settings.hooks.PreToolUse[0]?.hooks[0]?.command
  if (command === undefined) throw new Error('The installer wrote no PreToolUse hook.')
  return { home, command }
}

type Settings = { hooks: { PreToolUse: { hooks: { command: string }[] }[] } }

/** A server that takes connections and never answers. */
async function listenSilently(): Promise<{ port: number; close: () => void }> {
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new TypeError('A TCP server has a port.')
  return {
    port: address.port,
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
