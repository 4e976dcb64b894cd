import { execFile } from 'node:child_process'

export type Outcome = { readonly code: number; readonly stdout: string; readonly stderr: string; readonly ms: number }

export type Environment = Readonly<Record<string, string>>

/** Runs a command to its end; a non-zero exit is a value, not an exception. */
export const runCommand = (
  file: string,
  args: readonly string[],
  options: {
    readonly env?: Environment
    readonly cwd?: string
    readonly within?: number
    readonly onPid?: (pid: number) => void
  } = {},
): Promise<Outcome> =>
  new Promise((resolve) => {
    const began = performance.now()
    const { env, cwd, within = 60_000, onPid } = options
    const child = execFile(
      file,
      args,
      { env: env ?? process.env, cwd, timeout: within, maxBuffer: 1 << 26 },
      (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code ?? 1) || 1 : 0, stdout, stderr, ms: performance.now() - began }),
    )
    child.stdin?.end()
    if (child.pid) onPid?.(child.pid)
  })
