import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { inCi } from '../../../tests/kit/in-ci.js'
import { hookCommand } from '../src/hook-command.js'
import { HOOK_SCRIPT } from '../src/hook-script.js'
import { down, hanging, has, homeFor, listening, runHook, unnoticed } from './hook-run.js'
import { temporaryHome } from './temporary-home.js'

const event = '{"hook_event_name":"PermissionRequest","session_id":"s1","cwd":"/tmp/demo","tool_name":"Bash"}'
const large = Buffer.alloc(2_000_000, 'x')
const huge = Buffer.alloc(20_000_000, 'x')
const claude = ['/bin/sh', '-c', hookCommand('claude')]

const shells = [
  ['sh', ['sh', '-c']],
  ['bash', ['bash', '-lc']],
  ['zsh', ['zsh', '-lc']],
  ['fish', ['fish', '-lc']],
] as const

const missing = has('curl') || inCi ? '' : ' (curl is not installed)'

describe.skipIf(missing !== '')(`the hook command${missing}`, () => {
  for (const [name, shell] of shells) {
    const present = name === 'sh' || has(name)
    it.skipIf(!present)(
      `reports under ${name}${present ? '' : ' (not installed here)'}, as a child of the agent`,
      async () => {
        const { url, received } = await listening()
        const ran = await runHook([...shell, hookCommand('codex')], event, { HOME: homeFor(url), TMUX_PANE: '%3' })
        expect(ran).toMatchObject(unnoticed)
        expect(received).toHaveLength(1)
        expect(received[0]).toMatchObject({
          method: 'POST',
          url: '/hooks/codex',
          headers: {
            authorization: 'Bearer hook-token',
            'content-type': 'application/json',
            'x-codexbar-pid': String(process.pid),
            'x-codexbar-pane': '%3',
          },
        })
        expect(String(received[0]?.body)).toBe(event)
      },
    )

    it.skipIf(!present)(`is silent under ${name} when everything of ours is gone`, async () => {
      const HOME = temporaryHome()
      for (const input of [event, large]) {
        expect(await runHook([...shell, hookCommand('codex')], input, { HOME })).toMatchObject(unnoticed)
        expect(
          await runHook([...shell, hookCommand('codex', join(HOME, "it's \\ gone"))], input, { HOME }),
        ).toMatchObject(unnoticed)
      }
    })

    it.skipIf(!present)(`runs under ${name} from a home with an awkward name`, async () => {
      const { url, received } = await listening()
      const home = join(homeFor(url), "it's $HOME \\ \"é\" 'x'")
      mkdirSync(home)
      for (const file of ['hook.sh', 'hook.curlrc']) {
        writeFileSync(join(home, file), readFileSync(join(home, '../.codexbar', file)), { mode: 0o700 })
      }
      expect(
        await runHook([...shell, hookCommand('codex', home)], event, { HOME: join(home, 'nothing') }),
      ).toMatchObject(unnoticed)
      expect(received).toHaveLength(1)
    })

    it.skipIf(!present)(`ends under ${name} when there is no stdin`, async () => {
      const { url } = await listening()
      const closed = ['/bin/sh', '-c', 'exec "$@" <&-', 'sh', ...shell, hookCommand('claude')]
      const ran = await runHook(closed, '', { HOME: homeFor(url) })
      expect(ran).toMatchObject({ code: 0, signal: null, stdout: '', stderr: '' })
    })
  }

  it('says what only the environment of a Claude hook knows', async () => {
    const { url, received } = await listening()
    const env = {
      HOME: homeFor(url),
      CLAUDE_PID: '42',
      CLAUDE_CODE_SESSION_ATTENDED: '0',
      CLAUDE_PROJECT_DIR: '/tmp/a b',
      CLAUDE_CONFIG_DIR: '/home/me/.claude-work',
    }
    expect(await runHook(claude, event, env)).toMatchObject(unnoticed)
    expect(received[0]).toMatchObject({
      url: '/hooks/claude',
      headers: {
        'x-codexbar-pid': '42',
        'x-codexbar-attended': '0',
        'x-codexbar-project': '/tmp/a b',
        'x-codexbar-config': '/home/me/.claude-work',
      },
    })
    expect(received[0]?.headers).not.toHaveProperty('x-codexbar-pane')
  })

  it('does not pass the environment of a Claude session off as that of the Codex it started', async () => {
    const { url, received } = await listening()
    const env = {
      HOME: homeFor(url),
      CLAUDE_PID: '42',
      CLAUDE_CODE_SESSION_ATTENDED: '0',
      CLAUDE_PROJECT_DIR: '/tmp/a',
      CLAUDE_CONFIG_DIR: '/tmp/c',
    }
    await runHook(['/bin/sh', '-c', hookCommand('codex')], event, env)
    expect(received[0]?.headers).toMatchObject({ 'x-codexbar-pid': String(process.pid) })
    for (const name of ['attended', 'project', 'config'])
      expect(received[0]?.headers).not.toHaveProperty(`x-codexbar-${name}`)
  })

  it.each([
    ['a line break', '/tmp/a\nx-evil: 1'],
    ['a carriage return', '/tmp/a\rx-evil: 1'],
    ['both', '/tmp/a\r\n\r\nGET / HTTP/1.1'],
  ])('leaves out a folder whose name holds %s', async (_, folder) => {
    const { url, received } = await listening()
    expect(
      await runHook(claude, event, {
        HOME: homeFor(url),
        CLAUDE_PROJECT_DIR: folder,
        CLAUDE_CONFIG_DIR: folder,
        TMUX_PANE: folder,
      }),
    ).toMatchObject(unnoticed)
    expect(received).toHaveLength(1)
    for (const name of ['x-evil', 'x-codexbar-project', 'x-codexbar-config', 'x-codexbar-pane'])
      expect(received[0]?.headers).not.toHaveProperty(name)
  })

  it('sends other names as the bytes they are', async () => {
    const { url, received } = await listening()
    await runHook(claude, event, { HOME: homeFor(url), CLAUDE_PROJECT_DIR: '/tmp/@ü "x"; y' })
    const sent = String(received[0]?.headers['x-codexbar-project'])
    expect(Buffer.from(sent, 'latin1').toString('utf8')).toBe('/tmp/@ü "x"; y')
  })

  it.each([
    ['small', event],
    ['2 MB', large],
    ['20 MB', huge],
  ])('delivers a payload of %s as it is', async (_, input) => {
    const { url, received } = await listening()
    expect(await runHook(claude, input, { HOME: homeFor(url) })).toMatchObject(unnoticed)
    expect(received[0]?.body.equals(Buffer.from(input))).toBe(true)
  })

  it.each([
    ['small', event],
    ['2 MB', large],
    ['20 MB', huge],
  ])('takes a payload of %s and says nothing when the companion is down', async (_, input) => {
    expect(await runHook(claude, input, { HOME: homeFor(await down()) })).toMatchObject(unnoticed)
  })

  it('waits about half a second for a companion that hangs', async () => {
    const HOME = homeFor(await hanging())
    const spent: number[] = []
    for (const input of [event, event, large]) {
      const ran = await runHook(claude, input, { HOME })
      expect(ran).toMatchObject(unnoticed)
      spent.push(ran.ms)
    }
    expect(Math.min(...spent)).toBeLessThan(550)
  })

  it.each([
    ['small', event],
    ['2 MB', large],
  ])('delivers a payload of %s though the agent leaves stdin open', async (_, input) => {
    const { url, received } = await listening()
    const ran = await runHook(claude, input, { HOME: homeFor(url) }, 'open')
    expect(ran).toMatchObject({ code: 0, signal: null, stdout: '', stderr: '' })
    expect(ran.ms).toBeLessThan(3_000)
    expect(received[0]?.body.equals(Buffer.from(input))).toBe(true)
  })

  it('ends though the agent leaves stdin open and there is nobody to tell', async () => {
    const ran = await runHook(claude, event, { HOME: homeFor('') }, 'open')
    expect(ran).toMatchObject({ code: 0, signal: null, stdout: '', stderr: '' })
  })

  it.each([
    ['is empty', ''],
    ['has no url', 'header = "authorization: Bearer x"\n'],
    ['is garbage', 'no-such-option = 3\nurl\n"\0'],
    ['names an unknown scheme', 'url = "nope://127.0.0.1"\n'],
  ])('says nothing when the curlrc %s', async (_, curlrc) => {
    expect(await runHook(claude, large, { HOME: homeFor(curlrc) })).toMatchObject(unnoticed)
  })

  it('says nothing when the curlrc is missing', async () => {
    const HOME = homeFor(await down())
    rmSync(join(HOME, '.codexbar/hook.curlrc'))
    expect(await runHook(claude, large, { HOME })).toMatchObject(unnoticed)
  })

  it('is not led astray by a proxy, a .curlrc or an empty PATH', async () => {
    const { url, received } = await listening()
    const HOME = homeFor(url)
    writeFileSync(join(HOME, '.curlrc'), 'url = "http://127.0.0.1:9/"\nverbose\n')
    const env = { HOME, http_proxy: 'http://127.0.0.1:9', ALL_PROXY: 'http://127.0.0.1:9', PATH: '' }
    expect(await runHook(claude, event, env)).toMatchObject(unnoticed)
    expect(received).toHaveLength(1)
  })

  it('keeps the token and the address out of the arguments', async () => {
    const HOME = homeFor(await down())
    const seen = join(HOME, 'arguments')
    writeFileSync(join(HOME, 'curl'), `#!/bin/sh\nprintf '%s\\n' "$@" >'${seen}'; cat`, { mode: 0o755 })
    expect(await runHook(claude, event, { HOME, PATH: `${HOME}:${process.env.PATH}` })).toMatchObject(unnoticed)
    expect(readFileSync(seen, 'utf8')).toContain('--data-binary')
    expect(readFileSync(seen, 'utf8')).not.toMatch(/hook-token|127\.0\.0\.1/)
  })
})

it('says nothing where there is no curl', async () => {
  const HOME = homeFor(await down(), HOOK_SCRIPT.replace(' curl -q ', ' no-such-curl -q '))
  for (const input of [event, large, huge]) expect(await runHook(claude, input, { HOME })).toMatchObject(unnoticed)
})
