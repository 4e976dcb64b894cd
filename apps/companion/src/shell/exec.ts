import { execFile } from 'node:child_process'

/**
 * Runs a program and answers its exit code and output; one that cannot be run, or is stopped at its time limit, answers
 * code 127.
 */
export type Exec = (
  file: string,
  args: readonly string[],
  options?: { timeoutMs?: number },
) => Promise<{ code: number; stdout: string }>

/** Runs programs of this machine. */
export const systemExec: Exec = (file, args, options = {}) =>
  new Promise((resolve) => {
    execFile(file, [...args], { timeout: options.timeoutMs ?? 5_000 }, (error, stdout) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : 127
      resolve({ code, stdout })
    })
  })
