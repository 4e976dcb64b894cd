type Line = { sign: ' ' | '-' | '+'; text: string }

function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? []
}

/** Returns the shortest edit between two lists of lines, by their longest common subsequence. */
function compared(before: readonly string[], after: readonly string[]): Line[] {
  const at = commonLengths(before, after)
  const lines: Line[] = []
  let [i, j] = [0, 0]
  while (i < before.length || j < after.length) {
    const [old, fresh] = [before[i], after[j]]
    if (old !== undefined && old === fresh) {
      lines.push({ sign: ' ', text: old })
      i += 1
      j += 1
    } else if (old !== undefined && (fresh === undefined || at(i + 1, j) >= at(i, j + 1))) {
      lines.push({ sign: '-', text: old })
      i += 1
    } else {
      lines.push({ sign: '+', text: fresh ?? '' })
      j += 1
    }
  }
  return lines
}

/** Returns how long the longest common subsequence is of what follows `before[i]` and `after[j]`, by `i` and `j`. */
function commonLengths(before: readonly string[], after: readonly string[]): (i: number, j: number) => number {
  const width = after.length + 1
  const common = new Uint32Array((before.length + 1) * width)
  const at = (i: number, j: number): number => common[i * width + j] ?? 0
  for (let i = before.length - 1; i >= 0; i -= 1) {
    for (let j = after.length - 1; j >= 0; j -= 1) {
      common[i * width + j] = before[i] === after[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
    }
  }
  return at
}

function printed({ sign, text }: Line): string {
  return text.endsWith('\n') ? `${sign}${text}` : `${sign}${text}\n\\ No newline at end of file\n`
}

function range(start: number, count: number): string {
  return count === 1 ? `${start}` : `${count === 0 ? start - 1 : start},${count}`
}

/**
 * Returns the difference of two texts in unified format with three lines of context, as `patch` reads it; '' when they are equal.
 * An absent file is `undefined` and named `/dev/null`.
 */
export function unifiedDiff(path: string, before: string | undefined, after: string | undefined): string {
  if (before === after) return ''
  const lines = compared(linesOf(before ?? ''), linesOf(after ?? ''))
  const near = lines.map((_, index) => lines.slice(Math.max(0, index - 3), index + 4).some(({ sign }) => sign !== ' '))
  const hunks: string[] = []
  let [old, fresh] = [1, 1]
  let hunk: { old: number; fresh: number; lines: Line[] } | undefined
  const close = (): void => {
    if (!hunk) return
    const counted = (other: string): number => hunk?.lines.filter(({ sign }) => sign !== other).length ?? 0
    hunks.push(
      `@@ -${range(hunk.old, counted('+'))} +${range(hunk.fresh, counted('-'))} @@\n${hunk.lines.map(printed).join('')}`,
    )
    hunk = undefined
  }
  lines.forEach((line, index) => {
    if (near[index]) {
      hunk ??= { old, fresh, lines: [] }
      hunk.lines.push(line)
    } else close()
    if (line.sign !== '+') old++
    if (line.sign !== '-') fresh++
  })
  close()
  const name = (text: string | undefined): string => (text === undefined ? '/dev/null' : path)
  return `--- ${name(before)}\n+++ ${name(after)}\n${hunks.join('')}`
}
