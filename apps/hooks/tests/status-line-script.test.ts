import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { inCi } from '../../../tests/kit/in-ci.js'
import { waitUntil } from '../../../tests/kit/wait-until.js'
import { statusLineCommand, statusLineScript } from '../src/status-line-command.js'
import { STATUS_LINE_SCRIPT } from '../src/status-line-script.js'
import { down, hanging, has, homeFor, listening, type Ran, type Received, runHook } from './hook-run.js'
import { temporaryHome } from './temporary-home.js'

const said = readFileSync(new URL('../../../tests/fixtures/usage/claude-status-line.real.json', import.meta.url))
const script = statusLineScript()

/** Runs a status line as Claude does. */
const sh = (command: string, HOME: string, input: string | Buffer = said, env: Record<string, string> = {}) =>
  runHook(['/bin/sh', '-c', command], input, { HOME, ...env })

const wrapped = (own: string) => statusLineCommand({ script, own })

/** All that can be seen of a status line from outside. */
const seen = ({ code, signal, stdout, stderr }: Ran) => ({ code, signal, stdout, stderr })

/** Waits until the report is there: nobody waits for it but a test. */
const arrived = (received: readonly Received[]) => waitUntil('the report', () => received.length > 0)

const commands: readonly (readonly [what: string, own: string])[] = [
  ['reads everything', 'cat'],
  ['reads a part', 'head -c 10; echo'],
  ['ignores stdin', 'echo "no stdin"'],
  ['prints nothing', 'true'],
  ['prints several lines', 'printf "a\\n\\n  b \\033[31m\\n"'],
  ['has quotes', `printf '%s|' 'it'"'"'s' "a \\"b\\"" c\\'d`],
  ['has backslashes', `printf '%s' 'a\\b\\\\c\\n' "\\\\"`],
  ['is a pipe', `cat | tr a-z A-Z | { read -r line; printf '%s' "$line"; }`],
  ['has several lines', 'line=$(cat)\nif [ -n "$line" ]; then\n  echo "read"\nfi'],
  ['has a here-document', 'cat <<end\n$(wc -c)\n\'"\\\\\nend\n'],
  ['ends in a comment', "echo a # it's a comment"],
  ['ends in a backslash', 'echo a \\'],
  ['begins with blanks', '   echo a'],
  ['sets variables', 'text=1 hook=2; echo "$text$hook$own$1$#"'],
  ['exits with 3', 'echo shown; exit 3'],
  ['exits with 255 after reading', 'cat >/dev/null; exit 255'],
  ['writes to stderr', 'echo out; echo err >&2; exit 1'],
  ['ends by a signal', 'kill -TERM $$'],
  ['is not valid', 'if then'],
  ['does not exist', '/nowhere/at-all'],
  ['writes bytes that are not UTF-8', "printf '\\377\\300\\200\\0end'"],
  ['is empty', ''],
  ['is a dash', '-x'],
  ['tells its shell and its parent', 'echo "$0 $PPID $# $-"'],
  ['starts a program that tells its parent', 'ps -o ppid= -p $$'],
  ['tells its folder', 'pwd'],
  ['closes its stdin', 'exec <&-; echo closed'],
  ['waits for its children', 'sleep 0.05 & wait; echo $?'],
  ['prints a lot', 'head -c 300000 /dev/zero | tr "\\0" x'],
]

const missing = has('curl') || inCi ? '' : ' (curl is not installed)'

describe.skipIf(missing !== '')(`the status line${missing}`, () => {
  it.each(commands)('is what it was when the own command %s', async (_, own) => {
    const { url, received } = await listening()
    const [bare, ours] = [await sh(own, temporaryHome()), await sh(wrapped(own), homeFor(url))]
    expect(seen(ours)).toEqual(seen(bare))
    await arrived(received)
    expect(received[0]?.body.equals(said)).toBe(true)
  })

  it.each(commands)('is what it was with the script gone when the own command %s', async (_, own) => {
    const HOME = temporaryHome()
    expect(seen(await sh(wrapped(own), HOME))).toEqual(seen(await sh(own, HOME)))
  })

  it('hands what Claude says on, with what only its environment knows', async () => {
    const { url, received } = await listening()
    const env = { CLAUDE_PID: '42', CLAUDE_CONFIG_DIR: '/home/me/.claude-work', CLAUDE_PROJECT_DIR: '/home/me/demo' }
    await sh(wrapped('true'), homeFor(url), said, env)
    await arrived(received)
    expect(received).toHaveLength(1)
    expect(received[0]).toMatchObject({
      method: 'POST',
      url: '/hooks/claude',
      headers: {
        authorization: 'Bearer hook-token',
        'content-type': 'application/json',
        'x-codexbar-pid': '42',
        'x-codexbar-config': '/home/me/.claude-work',
        'x-codexbar-project': '/home/me/demo',
      },
    })
  })

  it('names its parent as the client where the environment does not', async () => {
    const { url, received } = await listening()
    await sh(wrapped('true'), homeFor(url))
    await arrived(received)
    expect(received[0]?.headers['x-codexbar-pid']).toBe(String(process.pid))
  })

  it.each<[what: string, input: Buffer]>([
    ['ends without a line break', Buffer.from('{"a":1}')],
    ['ends in several', Buffer.from('{"a":1}\n\n\n')],
    ['is empty', Buffer.alloc(0)],
    ['is not UTF-8', Buffer.from([0x22, 0xff, 0xfe, 0x80, 0x5c, 0x22, 0x0a])],
    ['has shell in it', Buffer.from('$(touch x) `id` $HOME \\ %s %d \'"\ntext\n')],
    ['is larger than a pipe', Buffer.alloc(300_000, 'line\n')],
  ])('gives both the same bytes when the text %s', async (_, input) => {
    const { url, received } = await listening()
    const home = homeFor(url)
    await sh(wrapped('cat >"$HOME/got"'), home, input)
    expect(readFileSync(join(home, 'got')).equals(input)).toBe(true)
    await arrived(received)
    expect(received[0]?.body.equals(input)).toBe(true)
    expect(seen(await sh(wrapped('echo a'), home, input))).toMatchObject({ code: 0, stdout: 'a\n', stderr: '' })
  })

  it.skipIf(!has('bash'))('is the same where sh is bash, as on macOS', async () => {
    const { url, received } = await listening()
    const home = homeFor(url)
    const path = join(home, '.codexbar/statusline.sh')
    writeFileSync(path, STATUS_LINE_SCRIPT.replace('#!/bin/sh', '#!/usr/bin/env -S bash --posix'), { mode: 0o755 })
    const env = { LANG: 'C.UTF-8' }
    const inputs = [said, Buffer.from('{"a":1}'), Buffer.from([0x22, 0xff, 0xe2, 0x82, 0x22, 0x0a]), Buffer.from('é')]
    for (const input of [...inputs, Buffer.alloc(300_000, 'line\n')]) {
      const [bare, ours] = [
        await sh('cat; exit 3', home, input, env),
        await sh(wrapped('cat; exit 3'), home, input, env),
      ]
      expect(seen(ours)).toEqual(seen(bare))
      await arrived(received)
      expect(received.pop()?.body.equals(input)).toBe(true)
    }
    const parent = 'echo "$PPID $#"'
    expect(seen(await sh(wrapped(parent), home))).toEqual(seen(await sh(parent, home)))
  })

  it('gives the own command the environment it had', async () => {
    const { url } = await listening()
    const env = { hook: '1', text: '2', own: '3', a: '4', BASH_ENV: '', CLAUDE_CONFIG_DIR: '/x' }
    const print = 'env | grep -v ^_= | sort'
    const home = homeFor(url)
    expect((await sh(wrapped(print), home, said, env)).stdout).toBe((await sh(print, home, said, env)).stdout)
  })

  it.each(['bash', 'zsh'].filter(has))('runs where a prefix chose %s', async (shell) => {
    const { url, received } = await listening()
    const own = 'cat >/dev/null; echo "it\'s"; [ -z "$BASH_VERSION" ] || echo bash'
    const ran = await runHook([shell, '-c', wrapped(own)], said, { HOME: homeFor(url) })
    expect(seen(ran)).toMatchObject({ code: 0, stdout: shell === 'bash' ? "it's\nbash\n" : "it's\n", stderr: '' })
    await arrived(received)
  })

  it('runs from a home with an awkward name', async () => {
    const { url, received } = await listening()
    const home = join(homeFor(url), "it's $HOME \\ \"é\" 'x'")
    mkdirSync(home)
    for (const file of ['hook.sh', 'statusline.sh', 'hook.curlrc']) {
      writeFileSync(join(home, file), readFileSync(join(home, '../.codexbar', file)), { mode: 0o700 })
    }
    const ran = await sh(statusLineCommand({ script: statusLineScript(home), own: 'echo "it\'s"' }), '/nowhere')
    expect(seen(ran)).toEqual({ code: 0, signal: null, stdout: "it's\n", stderr: '' })
    await arrived(received)
  })

  it('without a command of its own prints nothing and reports all the same', async () => {
    const { url, received } = await listening()
    const nothing = { code: 0, signal: null, stdout: '', stderr: '' }
    expect(seen(await sh(statusLineCommand({ script }), homeFor(url)))).toEqual(nothing)
    expect(received[0]?.body.equals(said)).toBe(true)
    expect(seen(await sh(statusLineCommand({ script }), temporaryHome()))).toEqual(nothing)
    expect(seen(await sh(statusLineCommand({ script }), homeFor(await hanging())))).toEqual(nothing)
  })

  it.each<[what: string, address: () => Promise<string>]>([
    ['is down', down],
    ['hangs', hanging],
    ['has no address', async () => ''],
    ['is misconfigured', async () => 'no-such-option = 3\nurl\n"\0'],
  ])('shows and takes nothing more when the companion %s', async (_, address) => {
    const home = homeFor(await address())
    const spent: number[] = []
    for (let round = 0; round < 3; round++) {
      const ran = await sh(wrapped('cat >/dev/null; echo mine; echo own >&2; exit 4'), home)
      expect(seen(ran)).toEqual({ code: 4, signal: null, stdout: 'mine\n', stderr: 'own\n' })
      spent.push(ran.ms)
    }
    expect(Math.min(...spent)).toBeLessThan(150)
  })

  it.each<[what: string, breaks: (home: string) => void]>([
    ['hook.sh is gone', (home) => rmSync(join(home, '.codexbar/hook.sh'))],
    ['hook.sh cannot be run', (home) => chmodSync(join(home, '.codexbar/hook.sh'), 0o644)],
    [
      'hook.sh fails',
      (home) => writeFileSync(join(home, '.codexbar/hook.sh'), '#!/bin/sh\necho x; echo y >&2; exit 9\n'),
    ],
    ['the curlrc is gone', (home) => rmSync(join(home, '.codexbar/hook.curlrc'))],
    ['statusline.sh cannot be run', (home) => chmodSync(join(home, '.codexbar/statusline.sh'), 0o644)],
  ])('shows nothing of ours when %s', async (_, breaks) => {
    const home = homeFor(await down())
    breaks(home)
    for (const own of ['cat', 'echo mine; exit 4']) {
      expect(seen(await sh(wrapped(own), home))).toEqual(seen(await sh(own, home)))
    }
    expect(await sh(statusLineCommand({ script }), home)).toMatchObject({ stdout: '', stderr: '' })
  })

  it('ends without a stdin', async () => {
    const closed = ['/bin/sh', '-c', 'exec "$@" <&-', 'sh', '/bin/sh', '-c', wrapped('echo mine')]
    const ran = await runHook(closed, '', { HOME: homeFor(await down()) })
    expect(seen(ran)).toEqual({ code: 0, signal: null, stdout: 'mine\n', stderr: '' })
  })

  it.skipIf(process.platform !== 'linux')('leaves no process, however it ends', async () => {
    const home = homeFor(await hanging())
    // A word of the environment marks every process that comes of a run.
    const mark = `codexbar-${process.pid}`
    const left = () => {
      const { stdout } = spawnSync('sh', ['-c', `grep -l ${mark} /proc/[0-9]*/environ 2>/dev/null`], {
        encoding: 'utf8',
      })
      return stdout.trim()
    }
    const run = (own: string) =>
      spawn('/bin/sh', ['-c', wrapped(own)], {
        env: { PATH: process.env.PATH, HOME: home, MARK: mark },
        stdio: ['pipe', 'ignore', 'ignore'],
        detached: true,
      })
    const ended = run('echo a')
    const group = run('sleep 30')
    const alone = run('exec sleep 30')
    for (const child of [ended, group, alone]) child.stdin?.on('error', () => undefined).end(said)
    await waitUntil('the commands to run', () => left().split('\n').length > 2)
    process.kill(-(group.pid ?? 0), 'SIGTERM')
    alone.kill('SIGKILL')
    await waitUntil('all of them to be gone', () => left() === '', { within: 3_000, saw: left })
  })

  it('costs the own command no more than one curl', async () => {
    const { url } = await listening()
    const home = homeFor(url)
    const own = 'cat >/dev/null; echo mine'
    const curl = `curl -q -s -m 0.45 --data-binary @- -o /dev/null ${url}`
    const best = { own: Infinity, wrapped: Infinity, curl: Infinity }
    for (let round = 0; round < 15; round++) {
      best.own = Math.min(best.own, (await sh(own, home)).ms)
      best.wrapped = Math.min(best.wrapped, (await sh(wrapped(own), home)).ms)
      best.curl = Math.min(best.curl, (await sh(curl, home)).ms)
    }
    expect(best.wrapped - best.own).toBeLessThan(best.curl)
  })
})

it('is itself where there is no curl', async () => {
  const home = homeFor(await down())
  writeFileSync(join(home, '.codexbar/hook.sh'), '#!/bin/sh\nexec no-such-curl\n', { mode: 0o755 })
  expect(seen(await sh(wrapped('cat'), home))).toEqual({ code: 0, signal: null, stdout: String(said), stderr: '' })
})

it('sets no variable, so that none of the own command is lost', () => {
  const lines = STATUS_LINE_SCRIPT.split('\n').filter((line) => !line.startsWith('#'))
  expect(lines.filter((line) => /^\s*\w+=/.test(line))).toEqual([])
})
