import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { claudeLimits } from './model/claude-limits.js'
import { openClaude } from './stage/claude.js'
import { asSubscriber } from './stage/claude-home.js'
import { describeClient } from './stage/describe-client.js'
import { hangingServer } from './stage/hanging-server.js'
import type { Session } from './stage/session.js'
import { waitUntil } from './stage/wait-until.js'

/** A line that shows what it was given, has all that is awkward to quote, and writes to stderr too. */
const own = {
  type: 'command',
  command: String.raw`cat | sed -n 's/.*"five_hour":{"used_percentage":\([0-9.]*\).*/  it'"'"'s "mine" \1/p' # used
printf '\n and a second line\n'
echo noise >&2`,
  padding: 1,
}

/** What is drawn below the prompt. */
const below = async (session: Session): Promise<string[]> => {
  const lines = (await session.screen()).split('\n').filter((line) => line.trim() !== '')
  return lines.slice(lines.map((line) => line.startsWith('────')).lastIndexOf(true) + 1)
}

await describeClient(
  'claude',
  'Claude Code: the status line',
  ({ stage, open }) => {
    const path = () => join(stage().home, '.claude/settings.json')
    const windows = async () => {
      const { providers } = await stage().api.usage()
      return providers.find(({ name }) => name === 'Claude')?.windows.map(({ label, pct }) => `${label} ${pct}`)
    }
    const known = (...expected: readonly string[]) =>
      waitUntil(`the quota to be ${expected}`, async () => String(await windows()) === String(expected), {
        within: 5_000,
        saw: windows,
      })
    /** Has the settings of a person with this status line, `undefined` for none, and no hooks of ours. */
    const setLine = async (statusLine: object | undefined) => {
      await stage().hooks('uninstall')
      await mkdir(dirname(path()), { recursive: true })
      const text = `{\n\n  "statusLine": ${JSON.stringify(statusLine)}\n}\n`
      await writeFile(path(), statusLine === undefined ? '{}\n' : text)
      return statusLine === undefined ? '{}\n' : text
    }
    /** Has one turn, with 42 % used, in a session of its own. */
    const turn = async () => {
      const session = await open('--permission-mode', 'default')
      await session.shows('manual mode on')
      await session.submit('hello')
      await session.shows('ok done')
      return session
    }
    /** Returns what a turn leaves drawn, once it does not change any more. */
    const drawn = async (): Promise<readonly string[]> => {
      const session = await turn()
      let last: readonly string[] = []
      const isStill = async () => {
        const before = last
        await session.lets(1_000)
        last = await below(session)
        return String(last) === String(before) && !String(last).includes('esc to interrupt')
      }
      await waitUntil('the screen to come to rest', isStill, { saw: session.screen })
      return last
    }
    /** Has a turn end with these lines drawn, and nothing besides a second later. */
    const draws = async (lines: readonly string[]) => {
      const session = await turn()
      const isDrawn = async () => String(await below(session)) === String(lines)
      await waitUntil(`${lines} to be drawn`, isDrawn, { saw: session.screen })
      await session.lets(1_000)
      expect(await below(session)).toEqual(lines)
    }

    beforeEach(() => stage().model.addHeaders(claudeLimits(0.42, 0.153, Date.now())))

    test('the own line is what it was, and the quota is known, and follows', async () => {
      await setLine(own)
      const bare = await drawn()
      expect(bare).toEqual([
        expect.stringContaining(`it's "mine" 42`),
        expect.stringContaining('second'),
        expect.anything(),
      ])
      await stage().hooks('install', '--statusline')
      const session = await openClaude(open)
      await session.submit('hello')
      await session.becomes('done/stop')
      await known('5h 42', '7d 15.3')
      await waitUntil('the same to be drawn', async () => String(await below(session)) === String(bare))
      stage().model.addHeaders(claudeLimits(0.555, 0.2, Date.now()))
      await session.submit('again')
      await known('5h 55.5', '7d 20')
      await session.shows(`it's "mine" 55.5`)
      expect(session.record()?.state).toBe('done')
    })

    test.each(['down', 'hanging'])('with a companion that is %s the own line is what it was', async (how) => {
      await setLine(own)
      const bare = await drawn()
      await stage().hooks('install', '--statusline')
      await stage().companion.stop()
      const server = how === 'hanging' ? await hangingServer(stage().companion.port) : undefined
      await draws(bare).finally(() => server?.close())
      await stage().companion.start()
    })

    test('without an own line nothing is drawn but that the client drops its hint, and the quota is known', async () => {
      await setLine(undefined)
      const bare = await drawn()
      await stage().hooks('install', '--statusline')
      stage().model.addHeaders(claudeLimits(0.6, 0.25, Date.now()))
      await draws(bare.map((line) => line.replace(' · ? for shortcuts', '')))
      await known('5h 60', '7d 25')
    })

    test.each([
      ['fails', 'cat >/dev/null; echo shown; exit 3'],
      ['does not read', 'echo "no stdin"'],
    ])('an own line that %s is what it was', async (_, command) => {
      await setLine({ type: 'command', command })
      const bare = await drawn()
      await stage().hooks('install', '--statusline')
      await draws(bare)
    })

    test('an uninstall gives the settings back, and a session that runs goes on with its own line', async () => {
      const before = await setLine(own)
      await stage().hooks('install', '--statusline')
      const session = await openClaude(open)
      await session.submit('hello')
      await session.becomes('done/stop')
      await stage().hooks('uninstall')
      expect(await readFile(path(), 'utf8')).toBe(before)
      stage().model.addHeaders(claudeLimits(0.7, 0.3, Date.now()))
      await session.submit('again')
      await session.shows(`it's "mine" 70`)
      await stage().hooks('install')
    })
  },
  asSubscriber,
)
