import type { FileHandle } from 'node:fs/promises'

/** No line that says anything of the quota is longer: such a one is passed over and not kept. */
const LONGEST_LINE = 1024 * 1024
const NEWLINE = 0x0a

/** The end of a line whose beginning was not read yet: its pieces in their order, unless it is too long to be kept. */
type Rest = { pieces: readonly Buffer[]; length: number }

const NO_REST: Rest = { pieces: [], length: 0 }

/** What of a file is read, through which memory (as much at once as fits into it), and who decides. */
export type Stretch = {
  /** Where a line begins (bytes). */
  from: number
  /** Where the file ends (bytes). */
  to: number
  chunk: Buffer
  /** Gets each line, also one that is still being written; its bytes are gone when this returns. */
  take(line: Buffer): void
  /** Whether to read on, asked after each chunk, with how much was read (bytes). */
  goesOn(read: number): boolean
}

/**
 * Reads the lines of a file from the last one back to the one that begins at `from`. Returns where the last one that is
 * finished ends (bytes), `from` when none was seen. Rejects with what the file system says.
 */
export async function readLinesFromEnd(file: FileHandle, { from, to, chunk, take, goesOn }: Stretch): Promise<number> {
  let rest = NO_REST
  let finished: number | undefined
  let start = to

  function takeLine(begin: Buffer): void {
    if (rest.length + begin.length <= LONGEST_LINE) {
      take(rest.length === 0 ? begin : Buffer.concat([begin, ...rest.pieces]))
    }
    rest = NO_REST
  }

  while (start > from) {
    const wanted = Math.min(chunk.length, start - from)
    const { bytesRead } = await file.read(chunk, 0, wanted, start - wanted)
    // It was cut meanwhile.
    if (bytesRead < wanted) return from
    start -= wanted
    let end = wanted
    for (let at = newlineBefore(chunk, end); at >= 0; at = newlineBefore(chunk, end)) {
      finished ??= start + at + 1
      takeLine(chunk.subarray(at + 1, end))
      end = at
    }
    if (start === from) takeLine(chunk.subarray(0, end))
    else if (goesOn(to - start)) rest = withPiece(chunk.subarray(0, end), rest)
    else break
  }
  return finished ?? from
}

function newlineBefore(chunk: Buffer, end: number): number {
  return end === 0 ? -1 : chunk.lastIndexOf(NEWLINE, end - 1)
}

/** The chunk is read into again: what is kept of it is copied. */
function withPiece(piece: Buffer, rest: Rest): Rest {
  const length = rest.length + piece.length
  return { pieces: length > LONGEST_LINE ? [] : [Buffer.from(piece), ...rest.pieces], length }
}
