import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Line, percents, type World, world } from '../../quota/world.js'
import { dotClaudeText } from './dot-claude.js'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** Sources that are on beside the status line, which says nothing of whose it is. */
const SETTINGS = [
  ['with the cache of the state file', {}],
  ['without it', { claude_json: false }],
] as const

const begin = (sources: Record<string, boolean>) => world({ config: { quota: { sources } } })
const signIn = (at: World, account: string) => at.claudeJson(dotClaudeText({ account }))
const shown = async (at: World) => percents(await at.shown('Claude'))
const limits = (at: World, used_percentage: number): Line => ({
  five_hour: { used_percentage, resets_at: (at.clock.now() + 3 * HOUR) / 1_000 },
})

describe.each(SETTINGS)('a companion %s', (_, sources) => {
  it('shows nothing of who was signed in before', async () => {
    const home = begin(sources)
    signIn(home, 'a')
    await home.pass(MINUTE)
    await home.statusLine('s1', limits(home, 80), 1)
    expect(await shown(home)).toEqual({ '5h': 80 })
    await home.pass(MINUTE)
    signIn(home, 'b')
    await home.shownOnce('Claude', ({ windows }) => windows.length === 0)
    await home.pass(MINUTE)
    await home.statusLine('s1', limits(home, 3), 2)
    expect(await shown(home)).toEqual({ '5h': 3 })
  })

  it('shows nothing of who was signed in before it ended', async () => {
    const home = begin(sources)
    signIn(home, 'a')
    await home.pass(MINUTE)
    await home.statusLine('s1', limits(home, 80), 1)
    await home.pass(MINUTE)
    signIn(home, 'b')
    const again = await home.restart()
    expect(await shown(again)).toEqual({})
  })

  it('shows again what is of who signs in again', async () => {
    const home = begin(sources)
    signIn(home, 'a')
    await home.pass(MINUTE)
    await home.statusLine('s1', limits(home, 80), 1)
    await home.pass(MINUTE)
    signIn(home, 'b')
    await home.shownOnce('Claude', ({ windows }) => windows.length === 0)
    await home.pass(MINUTE)
    signIn(home, 'a')
    const back = await home.shownOnce('Claude', ({ windows }) => windows.length > 0)
    expect(percents(back)).toEqual({ '5h': 80 })
  })

  it('shows the same after a restart, though the state file is gone', async () => {
    const home = begin(sources)
    signIn(home, 'a')
    await home.pass(MINUTE)
    await home.statusLine('s1', limits(home, 80), 1)
    rmSync(join(home.home, '.claude.json'))
    const again = await home.restart()
    expect(await shown(again)).toEqual({ '5h': 80 })
  })
})
