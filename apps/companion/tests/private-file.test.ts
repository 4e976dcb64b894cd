import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { writeDurableSync, writePrivate, writePrivateSync } from '../src/shell/private-file.js'
import { temporaryFolder } from './stage.js'

/** A file whose every write fails as on a full disk. */
const FULL = '/dev/full'

const ways: [name: string, draft: string, write: (path: string) => void | Promise<void>][] = [
  ['at once', `${process.pid}.tmp`, (path) => writePrivateSync(path, 'new')],
  ['to last', `${process.pid}.tmp`, (path) => writeDurableSync(path, 'new')],
  ['later', `${process.pid}.later.tmp`, (path) => writePrivate(path, 'new', () => true)],
]

describe.each(ways)('a file that is written %s', (_, draft, write) => {
  const kept = () => {
    const folder = temporaryFolder()
    const path = join(folder, 'tokens.json')
    writeFileSync(path, 'old')
    return { folder, path }
  }

  it.skipIf(!existsSync(FULL))('stays as it was on a full disk, and leaves nothing behind', async () => {
    const { folder, path } = kept()
    symlinkSync(FULL, `${path}.${draft}`)
    await expect((async () => write(path))()).rejects.toMatchObject({ code: 'ENOSPC' })
    expect([readdirSync(folder), readFileSync(path, 'utf8')]).toEqual([['tokens.json'], 'old'])
  })

  it('fails as the file system says where its draft cannot be taken away either', async () => {
    const { path } = kept()
    mkdirSync(`${path}.${draft}`)
    await expect((async () => write(path))()).rejects.toMatchObject({ code: 'EISDIR' })
    expect(readFileSync(path, 'utf8')).toBe('old')
  })
})
