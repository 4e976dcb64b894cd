import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { type AddressInfo, createServer as createSocket, type Server } from 'node:net'
import { join } from 'node:path'
import { afterEach } from 'vitest'
import { formatCurlrc } from '../src/curlrc.js'
import { HOOK_SCRIPT } from '../src/hook-script.js'
import { STATUS_LINE_SCRIPT } from '../src/status-line-script.js'
import { temporaryHome } from './temporary-home.js'

/** Whether a program can be run here. */
export const has = (program: string): boolean =>
  spawnSync(program, ['--version'], { stdio: 'ignore' }).error === undefined

/** What an agent sees of a hook that it ran. `stdin` is the error of its pipe, if any. */
export type Ran = {
  code: number | null
  signal: string | null
  stdout: string
  stderr: string
  stdin: string
  ms: number
}

/** A hook nobody notices. */
export const unnoticed = { code: 0, signal: null, stdout: '', stderr: '', stdin: '' }

/**
 * Runs a command as an agent does: pipes on all three, the event written at once, waiting for all of them to close. With
 * `stdin` open the agent does not say that the event is over.
 */
export const runHook = (
  argv: readonly string[],
  input: string | Buffer,
  env: Record<string, string>,
  stdin: 'closed' | 'open' = 'closed',
): Promise<Ran> =>
  new Promise((resolve, reject) => {
    const [program = '', ...args] = argv
    const begun = performance.now()
    const child = spawn(program, args, { env: { PATH: process.env.PATH, ...env }, stdio: 'pipe' })
    const ran: Ran = { code: null, signal: null, stdout: '', stderr: '', stdin: '', ms: 0 }
    // Byte for byte: a command may write what is not UTF-8.
    child.stdout.setEncoding('latin1').on('data', (data) => (ran.stdout += data))
    child.stderr.on('data', (data) => (ran.stderr += data))
    child.stdin.on('error', (error) => (ran.stdin = error.message))
    child.on('error', reject)
    child.on('close', (code, signal) => resolve({ ...ran, code, signal, ms: performance.now() - begun }))
    if (stdin === 'closed') child.stdin.end(input)
    else child.stdin.write(input)
    child.on('exit', () => child.stdin.destroy())
  })

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

const listen = (server: Server): Promise<string> => {
  servers.push(server)
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
  })
}

/** What arrived at a companion. */
export type Received = { method?: string; url?: string; headers: IncomingHttpHeaders; body: Buffer }

/** A server that takes everything with `{"ok":true}` and remembers it. */
export const listening = async (): Promise<{ url: string; received: Received[] }> => {
  const received: Received[] = []
  const url = await listen(
    createServer((request, response) => {
      const parts: Buffer[] = []
      request.on('data', (part) => parts.push(part))
      request.on('end', () => {
        const { method, url: path, headers } = request
        received.push({ ...(method && { method }), ...(path && { url: path }), headers, body: Buffer.concat(parts) })
        response.end('{"ok":true}')
      })
    }),
  )
  return { url, received }
}

/** A server that accepts connections and never reads or answers. */
export const hanging = (): Promise<string> => listen(createSocket((socket) => socket.pause().on('error', () => {})))

/** An address at which nothing listens. */
export const down = async (): Promise<string> => {
  const server = createSocket()
  const url = await listen(server)
  await new Promise((resolve) => server.close(resolve))
  return url
}

/** A user's home with the scripts in place, and the curlrc for an address (or any text). */
export const homeFor = (url: string, script = HOOK_SCRIPT): string => {
  const home = temporaryHome()
  mkdirSync(join(home, '.codexbar'))
  writeFileSync(join(home, '.codexbar/hook.sh'), script, { mode: 0o755 })
  writeFileSync(join(home, '.codexbar/statusline.sh'), STATUS_LINE_SCRIPT, { mode: 0o755 })
  const curlrc = url.startsWith('http') ? formatCurlrc({ url, token: 'hook-token' }) : url
  writeFileSync(join(home, '.codexbar/hook.curlrc'), curlrc, { mode: 0o600 })
  return home
}
