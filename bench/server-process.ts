import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import http from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { freePort } from '../tests/kit/free-port.js'

/** A server in a process of its own, in a throw-away home on a free port of the loopback. */
export type ServerProcess = {
  port: number
  home: string
  /** From spawn to the first answered request (ms). */
  startedIn: number
  /** Resident memory in MB. */
  memory(): Promise<number>
  /** Processor time used so far (ms), or `undefined` where the system does not say. */
  processorTime(): Promise<number | undefined>
  stop(): Promise<void>
}

/** How to start a server: what `node` is given. It listens on the port in `CODEXBAR_PORT` and answers `/health`. */
export type Recipe = readonly string[]

/** The companion as it is built. */
export const COMPANION: Recipe = [fileURLToPath(new URL('../apps/companion/dist/main.js', import.meta.url)), 'start']

/** Hono with nothing but JSON parsing. */
export const BARE: Recipe = [fileURLToPath(new URL('./bare-server.mjs', import.meta.url))]

const PATIENCE = 10_000

/** The servers that run, with their homes: none outlives the bench, however that ends. */
const running = new Map<ChildProcess, string>()
process.once('exit', () => {
  for (const [child, home] of running) {
    child.kill('SIGKILL')
    rmSync(home, { recursive: true, force: true })
  }
})

/** Starts a server and resolves when it has answered. `furnish` fills the person's folder before. */
export async function startServer(recipe: Recipe, furnish?: (home: string) => Promise<void>): Promise<ServerProcess> {
  const home = await mkdtemp(join(tmpdir(), 'codexbar-bench-'))
  await furnish?.(home)
  await writeFile(join(home, 'config.json'), '{ "notify": { "enabled": false } }')
  const port = await freePort()
  const began = performance.now()
  const child = spawn(process.execPath, recipe, { env: quietEnvironment(home, port), stdio: 'ignore' })
  running.set(child, home)
  try {
    await answered(port, child, began)
  } catch (error) {
    await end(child, home)
    throw error
  }
  const startedIn = performance.now() - began
  return {
    port,
    home,
    startedIn,
    memory: () => residentMemory(child),
    processorTime: () => processorTime(child),
    stop: () => end(child, home),
  }
}

/** The environment of a bench: homes and a port of its own. */
function quietEnvironment(home: string, port: number): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, HOME: home, CODEXBAR_HOME: home, CODEXBAR_PORT: String(port) }
}

async function answered(port: number, child: ChildProcess, began: number): Promise<void> {
  while (performance.now() - began < PATIENCE) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}.`)
    if (await answers(port)) return
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  throw new Error('The server did not answer in time.')
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const request = http.get({ port, host: '127.0.0.1', path: '/health', agent: false }, (response) => {
      response.resume()
      resolve(response.statusCode === 200)
    })
    request.on('error', () => resolve(false))
  })
}

async function residentMemory({ pid }: ChildProcess): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)])
  return Number(stdout) / 1_024
}

/** Linux counts it in ticks of 10 ms, in the fields after the name in parentheses. */
async function processorTime({ pid }: ChildProcess): Promise<number | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  const [user, system] =
    stat
      ?.slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13) ?? []
  return stat === undefined ? undefined : (Number(user) + Number(system)) * 10
}

async function end(child: ChildProcess, home: string): Promise<void> {
  if (child.exitCode === null) {
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    const deadline = setTimeout(() => child.kill('SIGKILL'), 3_000)
    await ended
    clearTimeout(deadline)
  }
  running.delete(child)
  await rm(home, { recursive: true, force: true })
}
