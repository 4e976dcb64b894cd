import { RefusedError, UnreachableError, UnreadableError } from '@codexbar/client'
import { describe, expect, test } from 'vitest'
import type { Command, CommandRow } from '../../src/commands/command.js'
import { COMMANDS } from '../../src/commands/commands.js'
import { runCommand } from '../../src/commands/run-command.js'
import { temporaryFolder } from '../stage.js'
import { testContext } from './test-context.js'

const URL_ = 'http://127.0.0.1:4747'

const rowThat = (run: Command['run']): CommandRow => ({
  name: 'try',
  summary: 'Try it.',
  load: async () => ({ options: { speed: { type: 'string', value: 'N', summary: 'How fast.' } }, run }),
})

const runTry = async (args: string[], run: Command['run'] = async () => 0) => {
  const { context, out, err } = testContext()
  return { code: await runCommand([rowThat(run)], args, context), out: out(), err: err() }
}

describe('a command line', () => {
  test.each<[string, string[], number, string]>([
    ['nothing shows the help', [], 0, 'Usage: codexbar <command>'],
    ['--help shows every command', ['--help'], 0, 'try  Try it.'],
    ['-h is the same', ['-h'], 0, 'try  Try it.'],
    ['--version shows the version', ['--version'], 0, '0.1.0\n'],
    ['a command explains itself', ['try', '--help'], 0, '--speed N  How fast.'],
    ['an unknown command names the known ones', ['tyr'], 2, 'There is no command "tyr". There are: try.'],
    ['an unknown option is named', ['try', '--fast'], 2, "Unknown option '--fast'. See codexbar try --help."],
    ['an argument too many is named', ['try', 'x'], 2, "Unexpected argument 'x'."],
    ['what a terminal would obey is left out', ['\u001b[31mtyr\u0007'], 2, 'There is no command "tyr".'],
    ['a value that is missing is named', ['try', '--speed'], 2, "Option '--speed <value>' argument missing."],
  ])('%s', async (_, args, code, words) => {
    const result = await runTry(args)
    expect(result.out + result.err).toContain(words)
    expect(result.code).toBe(code)
  })

  test('the values reach the command, and its code comes back', async () => {
    const result = await runTry(['try', '--speed', '3'], async ({ speed }) => Number(speed))
    expect(result.code).toBe(3)
  })
})

describe('a failure that was to be expected is one line', () => {
  test.each([
    [
      'no companion',
      new UnreachableError(URL_, undefined),
      'codexbar: No companion answers at http://127.0.0.1:4747. Start it: pnpm dev\n',
    ],
    [
      'a wrong token',
      new RefusedError(URL_, 401, { error: 'unauthorized', message: 'A token is needed.' }),
      "codexbar: The companion at http://127.0.0.1:4747 does not take this home's token. Is CODEXBAR_HOME the same as the companion's?\n",
    ],
    [
      'a foreign server',
      new UnreadableError(URL_, 200, 'it answers no JSON'),
      'codexbar: What answers at http://127.0.0.1:4747 is not a companion that this version understands: it answers no JSON. Choose another port: CODEXBAR_PORT=4848 pnpm dev\n',
    ],
  ])('%s', async (_, error, words) => {
    const result = await runTry(['try'], () => Promise.reject(error))
    expect(result).toEqual({ code: 1, out: '', err: words })
  })

  test('a bug is not hidden', async () => {
    await expect(runTry(['try'], () => Promise.reject(new TypeError('bug')))).rejects.toThrow('bug')
  })

  test('an end that was asked for is no failure', async () => {
    const ending = new AbortController()
    const { context } = testContext({ signal: ending.signal })
    ending.abort()
    const row = rowThat(async (_, { signal }) => signal.throwIfAborted() ?? 1)
    expect(await runCommand([row], ['try'], context)).toBe(0)
  })
})

test.each(COMMANDS.map((row) => [row.name, row] as const))('%s is there and explains itself', async (_, row) => {
  const { context, out } = testContext()
  expect(await runCommand(COMMANDS, [row.name, '--help'], context)).toBe(0)
  expect(out()).toContain(row.summary)
})

describe('an address that is none is one line', () => {
  test.each<[string, Record<string, string>, string]>([
    [
      'a port that is no number',
      { CODEXBAR_PORT: 'abc' },
      'CODEXBAR_PORT: expected a port from 0 to 65535, found "abc"',
    ],
    ['a port that is too large', { CODEXBAR_PORT: '99999' }, 'CODEXBAR_PORT: expected a port from 0 to 65535'],
    ['any port', { CODEXBAR_PORT: '0' }, 'port 0 is any free one: set CODEXBAR_PORT'],
    ['a host that is none', { CODEXBAR_HOST: 'a b' }, 'CODEXBAR_HOST: expected the name or the address of a machine'],
    [
      'a URL as the host',
      { CODEXBAR_HOST: 'http://x' },
      'CODEXBAR_HOST: expected the name or the address of a machine',
    ],
  ])('%s', async (_, env, words) => {
    for (const name of ['status', 'demo']) {
      const { context, out, err } = testContext({ env: { CODEXBAR_HOME: temporaryFolder(), ...env } })
      expect(await runCommand(COMMANDS, [name], context)).toBe(1)
      expect(out()).toBe('')
      expect(err()).toMatch(/^codexbar: .*\n$/)
      expect(err()).toContain(words)
    }
  })
})
