import type { Attention } from '@codexbar/protocol/wire'
import { describe, expect, it } from 'vitest'
import { NO_ASK, noticeAsk } from '../src/desk/new-ask.js'

/** What a companion says of one provider: its epoch, or without one the time and the projects that wait. */
type Said = Attention | undefined

const of = (state: Attention['state'], projects: readonly string[], updated_at: number, epoch?: number): Attention => {
  const attention: Attention = {
    state,
    count: projects.length,
    primary_project: projects[0] ?? '',
    projects: projects.slice(0, 3),
    reason: '',
    updated_at,
  }
  return epoch === undefined ? attention : { ...attention, epoch }
}
const UNLISTED = undefined
const idle = (epoch?: number) => of('idle', [], 1, epoch)
const asks = (epoch: number) => of('needs_user', ['a'], 1, epoch)
/** An old companion. */
const waits = (projects: string, updated_at = 100) => of('needs_user', projects.split(','), updated_at)

/** Plays what is said, one after the other, and returns whether the last is a new ask. */
function isNews(said: readonly Said[]): boolean {
  let memory = NO_ASK
  let isNew = false
  for (const attention of said) ({ memory, isNew } = noticeAsk(memory, attention))
  return isNew
}

describe('a new ask', () => {
  it.each([
    ['the first word is none', [asks(5)], false],
    ['another epoch', [asks(5), asks(6)], true],
    ['the same epoch is none', [asks(5), asks(5)], false],
    ['one at an agent that was never listed', [UNLISTED, asks(5)], true],
    ['one without an epoch there', [UNLISTED, waits('a')], true],
    ['nobody who waits there is none', [UNLISTED, idle(5)], false],
    ['the same epoch at an agent that was left out meanwhile is none', [asks(5), UNLISTED, asks(5)], false],
    ['another epoch there', [asks(5), UNLISTED, asks(6)], true],
    ['a companion that begins to send epochs is none', [waits('a'), asks(5)], false],
    ['one that ceases to is none', [asks(5), waits('a')], false],

    ['an old companion: one after nobody waited', [idle(), waits('a')], true],
    ['the same again is none', [waits('a'), waits('a')], false],
    ['the same again after nobody waited is none', [waits('a'), idle(), waits('a')], false],
    ['the same again after it was left out is none', [waits('a'), UNLISTED, waits('a')], false],
    ['the same project at another time', [waits('a'), waits('a', 101)], true],
    ['another project', [waits('a'), waits('b', 101)], true],
    ['one more', [waits('a'), waits('b,a', 101)], true],
    ['one more of a known project', [waits('b,a'), waits('a,b,a', 101)], true],
    ['the other of two when one is answered is none', [waits('b,a'), waits('a', 101)], false],
    ['the second of three when one is answered is none', [waits('c,b,a'), waits('b,a', 101)], false],
    ['one that was not shown among five is none', [waits('e,d,c,b,a'), waits('b,a', 101)], false],
    ['one that nobody knows, when two were answered', [waits('b,a'), waits('c', 101)], true],
    ['as many, one of them new', [waits('b,a'), waits('c,b', 101)], true],
    ['as many, in another order, is none', [waits('b,a'), waits('a,b', 101)], false],
    ['fewer, after it was left out', [waits('b,a'), UNLISTED, waits('a', 101)], true],
    ['fewer, after nobody waited', [waits('b,a'), idle(), waits('a', 101)], true],
  ] as const)('%s', (_, said, expected) => {
    expect(isNews(said)).toBe(expected)
  })
})

describe('a silence', () => {
  it.each([
    ['lasts while the same ask waits', [asks(5)], true],
    ['ends with a new ask', [asks(6)], false],
    ['ends when nobody waits', [idle(5)], false],
    ['ends when the agent is no longer listed', [UNLISTED], false],
    ['does not come back', [UNLISTED, asks(5)], false],
  ] as const)('%s', (_, said, silenced) => {
    let memory = { ...noticeAsk(NO_ASK, asks(5)).memory, silenced: true }
    for (const attention of said as readonly Said[]) ({ memory } = noticeAsk(memory, attention))
    expect(memory.silenced).toBe(silenced)
  })
})
