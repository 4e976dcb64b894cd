import { type Environment, runCommand } from './run-command.js'
import { waitUntil } from './wait-until.js'

const base: Environment = {
  PATH: process.env.PATH ?? '',
  HOME: '/nonexistent',
  TERM: 'xterm-256color',
  LANG: 'C.UTF-8',
  SHELL: '/bin/bash',
}

/** A tmux server of our own on its own socket, so that nobody else's panes are ever touched. */
export const startTerminal = (socket: string) => {
  const screens = new Set<string>()
  let opened = 0

  const tmux = async (...args: readonly string[]) => {
    const { code, stdout, stderr } = await runCommand('tmux', ['-L', socket, '-f', '/dev/null', ...args], { env: base })
    if (code !== 0) throw new Error(`tmux ${args[0]}: ${stderr.trim()}`)
    return stdout
  }

  /** Starts a program in a new window of 140 x 45 that stays readable after the program has ended. */
  const open = async (command: readonly string[], where: { readonly env: Environment; readonly cwd: string }) => {
    const name = `s${++opened}`
    const env = Object.entries(where.env).flatMap(([key, value]) => ['-e', `${key}=${value}`])
    const size = ['-x', '140', '-y', '45', '-c', where.cwd]
    await tmux(
      'start-server',
      ';',
      'set-option',
      '-g',
      'exit-empty',
      'off',
      ';',
      'new-session',
      '-d',
      '-s',
      name,
      ...size,
      ...env,
      ...command,
      ';',
      'set-option',
      '-t',
      name,
      'remain-on-exit',
      'on',
    )
    const ask = async (format: string) => (await tmux('display-message', '-p', '-t', name, format)).trim()
    const pid = Number(await ask('#{pane_pid}'))

    const screen = async () => {
      const text = await tmux('capture-pane', '-p', '-t', name)
      screens.add(text)
      return text
    }
    const shows = (what: string | RegExp, within = 15_000) =>
      waitUntil(
        `the screen to show ${what}`,
        async () => (typeof what === 'string' ? (await screen()).includes(what) : what.test(await screen())),
        { within, every: 30, saw: screen },
      )
    const key = async (...keys: readonly string[]) => void (await tmux('send-keys', '-t', name, ...keys))
    /** Types a line and sends it, once the program has drawn it. */
    const submit = async (line: string, drawn: string | RegExp = line.slice(0, 60)) => {
      await tmux('send-keys', '-t', name, '-l', '--', line)
      await shows(drawn)
      await key('Enter')
    }
    const ended = (within = 10_000) =>
      waitUntil('the program to end', async () => (await ask('#{pane_dead}')) === '1', { within, saw: screen })
    const close = () => tmux('kill-session', '-t', name)
    return { pid, pane: await ask('#{pane_id}'), screen, shows, key, submit, ended, close }
  }

  return { open, screens, close: () => tmux('kill-server').catch(() => '') }
}
