import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { watchFolders } from '../src/shell/folder-watch.js'
import { createClock, turn, until } from './clock.js'
import { temporaryFolder } from './stage.js'

/** A watch of an own folder, and how often it said that something changed. */
function watched(isMeant: (name: string) => boolean = () => true) {
  const folder = temporaryFolder()
  const clock = createClock()
  const seen = { changes: 0 }
  const watch = watchFolders(clock, isMeant, () => {
    seen.changes += 1
  })
  onTestFinished(() => watch.close())
  return { folder, clock, seen, watch }
}

/** Gives the system time to tell of what it should not tell of. */
async function lull(): Promise<void> {
  for (let round = 0; round < 50; round += 1) await turn()
}

describe('a watch of folders', () => {
  it('tells at once of a file that is written', async () => {
    const { folder, seen, watch } = watched()
    watch.set([folder])
    writeFileSync(join(folder, 'a'), '1')
    await until(() => seen.changes > 0)
  })

  it('tells of a file that is replaced', async () => {
    const { folder, clock, seen, watch } = watched((name) => name === 'a')
    writeFileSync(join(folder, 'a'), '1')
    watch.set([folder])
    writeFileSync(join(folder, 'draft'), '2')
    renameSync(join(folder, 'draft'), join(folder, 'a'))
    await until(() => seen.changes > 0)
    await clock.advance(1_000)
    const before = seen.changes
    writeFileSync(join(folder, 'a'), '3')
    await until(() => seen.changes > before)
  })

  it('tells again when more follows, and once for what comes together', async () => {
    const { folder, clock, seen, watch } = watched()
    watch.set([folder])
    writeFileSync(join(folder, 'a'), '1')
    await until(() => seen.changes === 1)
    for (let at = 0; at < 20; at += 1) writeFileSync(join(folder, 'a'), String(at))
    await lull()
    expect(seen.changes).toBe(1)
    await clock.advance(200)
    expect(seen.changes).toBe(2)
  })

  it('tells nothing of another file', async () => {
    const { folder, seen, watch } = watched((name) => name === 'a')
    watch.set([folder])
    writeFileSync(join(folder, 'b'), '1')
    await lull()
    expect(seen.changes).toBe(0)
  })

  it('tells nothing of a folder that it watches no more', async () => {
    const { folder, seen, watch } = watched()
    watch.set([folder])
    watch.set([])
    writeFileSync(join(folder, 'a'), '1')
    await lull()
    expect(seen.changes).toBe(0)
  })

  it('finds a folder that was missing', async () => {
    const { folder, clock, seen, watch } = watched()
    const later = join(folder, 'later')
    watch.set([later])
    mkdirSync(later)
    writeFileSync(join(later, 'before'), '1')
    await clock.advance(5_000)
    const before = seen.changes
    expect(before).toBe(1)
    writeFileSync(join(later, 'a'), '1')
    await until(() => seen.changes > before)
  })

  it('finds a folder that was made anew', async () => {
    const { folder, clock, seen, watch } = watched((name) => name === 'a')
    const own = join(folder, 'own')
    mkdirSync(own)
    watch.set([own])
    rmSync(own, { recursive: true })
    mkdirSync(own)
    await clock.advance(60_000)
    const before = seen.changes
    writeFileSync(join(own, 'a'), '1')
    await until(() => seen.changes > before)
  })

  it('looks now and then, in case the system does not tell', async () => {
    const { folder, clock, seen, watch } = watched()
    watch.set([join(folder, 'missing')])
    await clock.advance(180_000)
    expect(seen.changes).toBe(3)
  })

  it('leaves nothing behind', async () => {
    const { folder, clock, seen, watch } = watched()
    watch.set([folder])
    watch.close()
    writeFileSync(join(folder, 'a'), '1')
    await lull()
    expect([seen.changes, clock.waiting]).toEqual([0, 0])
  })
})
