import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readBoundedFile, readBoundedFileSync } from '../../src/agents/bounded-file.js'
import { START } from '../clock.js'
import { temporaryFolder } from '../stage.js'

const MOST = 16

describe.each([
  ['in its time', readBoundedFile],
  ['at once', readBoundedFileSync],
])('a file that is read %s', (_, read) => {
  it.each<[name: string, make: (path: string) => void, file: object]>([
    ['of a text', (path) => writeFileSync(path, 'grüß dich'), { is: 'read', text: 'grüß dich' }],
    ['that is empty', (path) => writeFileSync(path, ''), { is: 'read', text: '' }],
    [
      'of as much as is allowed',
      (path) => writeFileSync(path, 'x'.repeat(MOST)),
      { is: 'read', text: 'x'.repeat(MOST) },
    ],
    ['of a byte more', (path) => writeFileSync(path, 'x'.repeat(MOST + 1)), { is: 'unreadable' }],
    ['that begins with a mark of its encoding', (path) => writeFileSync(path, '\ufeff{}'), { is: 'read', text: '{}' }],
    ['that is not there', () => undefined, { is: 'missing' }],
    ['that is a folder', (path) => mkdirSync(path), { is: 'unreadable' }],
    ['that is a pipe nobody writes to', (path) => void execFileSync('mkfifo', [path]), { is: 'unreadable' }],
    ['that is a device without end', (path) => symlinkSync('/dev/zero', path), { is: 'unreadable' }],
    ['that is a link to nothing', (path) => symlinkSync('nothing', path), { is: 'missing' }],
    ['that is a link to itself', (path) => symlinkSync(path, path), { is: 'unreadable' }],
  ])('%s', async (_, make, file) => {
    const path = join(temporaryFolder(), 'file')
    make(path)
    expect(await read(path, MOST)).toMatchObject(file)
  })

  it('in a folder that is none is missing', async () => {
    const path = join(temporaryFolder(), 'file')
    writeFileSync(path, '')
    expect(await read(join(path, 'below'), MOST)).toEqual({ is: 'missing' })
  })

  it('says when it was written', async () => {
    const path = join(temporaryFolder(), 'file')
    writeFileSync(path, 'x')
    utimesSync(path, START / 1_000, START / 1_000)
    expect(await read(path, MOST)).toMatchObject({ stats: { mtimeMs: START } })
  })
})
