import { writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readLinesFromEnd } from '../../../src/agents/codex/quota/lines-from-end.js'
import { temporaryFolder } from '../../stage.js'

const CHUNK = 64 * 1024

async function read(content: string | Buffer, from = 0, goesOn: (read: number) => boolean = () => true) {
  const path = join(temporaryFolder(), 'file')
  writeFileSync(path, content)
  const file = await open(path)
  const lines: string[] = []
  const to = Buffer.byteLength(content)
  const take = (line: Buffer) => void lines.push(line.toString('utf8'))
  const end = await readLinesFromEnd(file, { from, to, chunk: Buffer.alloc(CHUNK), take, goesOn })
  await file.close()
  return { lines: lines.filter((line) => line !== ''), end }
}

const long = (letter: string, bytes: number) => letter.repeat(Math.ceil(bytes / Buffer.byteLength(letter)))

describe('lines from the end of a file', () => {
  const contents: [name: string, lines: string[]][] = [
    ['short ones', ['a', 'bb', 'ccc']],
    ['one that is longer than a chunk', ['a', long('b', CHUNK + 10), 'c']],
    [
      'characters that are cut where chunks meet',
      ['a', ...Array.from({ length: 30 }, (_, i) => long('€', 40_000 + i)), 'z'],
    ],
    ['lines that end where chunks meet', [long('a', CHUNK - 1), long('b', CHUNK - 1), long('c', CHUNK - 1)]],
    ['lines that begin where chunks meet', [long('a', CHUNK), long('b', CHUNK - 1), 'c']],
  ]
  it.each(contents)('are whole: %s', async (_, lines) => {
    const { lines: found, end } = await read(`${lines.join('\n')}\n`)
    expect(found).toEqual([...lines].reverse())
    expect(end).toBe(Buffer.byteLength(lines.join('\n')) + 1)
  })

  it.each(contents)('come with one that is still being written: %s', async (_, lines) => {
    const { lines: found, end } = await read(lines.join('\n'))
    expect(found).toEqual([...lines].reverse())
    expect(end).toBe(Buffer.byteLength(lines.slice(0, -1).join('\n')) + 1)
  })

  it('leave out one that is megabytes long', async () => {
    const { lines } = await read(`a\n${long('x', 5 * 1024 * 1024)}\nb\n`)
    expect(lines).toEqual(['b', 'a'])
  })

  it('are read no further than wanted, and the one that is cut there is left out', async () => {
    const lines = Array.from({ length: 300 }, (_, i) => `${i} ${long('x', 10_000)}`)
    let asked = 0
    const { lines: found, end } = await read(`${lines.join('\n')}\n`, 0, (bytes) => {
      asked += 1
      return bytes < 2 * CHUNK
    })
    expect(asked).toBe(2)
    expect(found).toEqual(lines.slice(-found.length).reverse())
    expect(found.length).toBeLessThan(120)
    expect(end).toBe(Buffer.byteLength(lines.join('\n')) + 1)
  })

  it('begin where they are told to', async () => {
    expect((await read('aa\nbb\ncc\n', 3)).lines).toEqual(['cc', 'bb'])
    expect((await read('aa\nbb\ncc', 3)).end).toBe(6)
  })

  it.each([
    ['an empty file', ''],
    ['a file without a line that ended', 'abc'],
  ])('%s has no end of a line', async (_, content) => {
    expect(await read(content)).toMatchObject({ end: 0 })
  })

  it('of a file that was cut meanwhile are none', async () => {
    const path = join(temporaryFolder(), 'file')
    writeFileSync(path, 'a\nb\n')
    const file = await open(path)
    const lines: string[] = []
    const take = (line: Buffer) => void lines.push(line.toString('utf8'))
    const end = await readLinesFromEnd(file, { from: 2, to: 900, chunk: Buffer.alloc(CHUNK), take, goesOn: () => true })
    await file.close()
    expect({ lines, end }).toEqual({ lines: [], end: 2 })
  })

  it('are those that reading forward finds, whatever is read at once', async () => {
    const path = join(temporaryFolder(), 'file')
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: fc.constantFrom('a', '€', '\n', '😀') }),
        fc.integer({ min: 1, max: 9 }),
        async (text, size) => {
          writeFileSync(path, text)
          const file = await open(path)
          const lines: string[] = []
          const take = (line: Buffer) => void lines.push(line.toString('utf8'))
          const to = Buffer.byteLength(text)
          await readLinesFromEnd(file, { from: 0, to, chunk: Buffer.alloc(size), take, goesOn: () => true })
          await file.close()
          expect(lines.reverse()).toEqual(to === 0 ? [] : text.split('\n'))
        },
      ),
    )
  })
})
