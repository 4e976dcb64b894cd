import { execFileSync } from 'node:child_process'
import { runCommand } from '../clients/stage/run-command.js'
import { inCi } from '../kit/in-ci.js'
import { waitUntil } from '../kit/wait-until.js'

/** A shell in a terminal of its own. */
export type Terminal = {
  /** Resolves to the screen, without the empty lines at its end, once it shows `text` or is as a test of it says. */
  shows: (text: string | RegExp | ((screen: string) => boolean)) => Promise<string>
  /** Types a line and sends it. */
  enter: (line: string) => Promise<void>
  press: (key: string) => Promise<void>
  resize: (columns: number, rows: number) => Promise<void>
  /** A value that tmux knows of the pane, such as `cursor_flag` or `alternate_on`. */
  ask: (variable: string) => Promise<string>
  close: () => Promise<void>
}

/** Why tests in a terminal cannot run here, or `undefined` when they can. With `CI=true` they must. */
export function terminalMissing(): string | undefined {
  if (inCi) return undefined
  try {
    execFileSync('tmux', ['-V'], { stdio: 'ignore' })
    return undefined
  } catch {
    return 'tmux is not installed'
  }
}

/** Opens a terminal of `columns` x `rows` on a tmux server of its own; its shell has only `env`. */
export async function openTerminal(
  env: Readonly<Record<string, string>>,
  columns: number,
  rows: number,
): Promise<Terminal> {
  const server = `codexbar-e2e-${process.pid}-${Math.floor(performance.now())}`
  const tmux = async (...args: readonly string[]): Promise<string> => {
    const { code, stdout, stderr } = await runCommand('tmux', ['-L', server, '-f', '/dev/null', ...args], {
      env: { TERM: 'xterm-256color', LANG: 'C.UTF-8', ...env },
    })
    if (code !== 0) throw new Error(`tmux ${args[0]}: ${stderr.trim()}`)
    return stdout
  }
  await tmux('new-session', '-d', '-x', String(columns), '-y', String(rows), 'env PS1="ready> " sh')
  const screen = async (): Promise<string> => (await tmux('capture-pane', '-p')).trimEnd()

  const terminal: Terminal = {
    shows: (text) =>
      waitUntil(
        `the screen to show ${text}`,
        async () => {
          const seen = await screen()
          return isShown(text, seen) ? seen : undefined
        },
        { every: 50, saw: screen },
      ),
    async enter(line) {
      await tmux('send-keys', '-l', '--', line)
      await tmux('send-keys', 'Enter')
    },
    press: async (key) => void (await tmux('send-keys', key)),
    resize: async (width, height) => void (await tmux('resize-window', '-x', String(width), '-y', String(height))),
    ask: async (variable) => (await tmux('display-message', '-p', `#{${variable}}`)).trim(),
    close: async () => void (await tmux('kill-server')),
  }
  await terminal.shows('ready>')
  return terminal
}

function isShown(text: Parameters<Terminal['shows']>[0], screen: string): boolean {
  if (typeof text === 'function') return text(screen)
  return typeof text === 'string' ? screen.includes(text) : text.test(screen)
}
