/** A token between two values of valid JSON with comments. */
export type Token = {
  kind: 'blank' | 'break' | 'line' | 'block' | 'comma'
  start: number
  end: number
}

const TOKEN = /(?<blank>[ \t]+)|(?<break>\r\n|\r|\n)|(?<line>\/\/[^\r\n]*)|(?<block>\/\*[\s\S]*?\*\/)|(?<comma>,)/y

/** Returns the tokens of the gap between two offsets of a valid text: blanks, line breaks, line and block comments, a comma. */
export function gapTokens(text: string, from: number, to: number): Token[] {
  const found: Token[] = []
  TOKEN.lastIndex = from
  while (TOKEN.lastIndex < to) {
    const start = TOKEN.lastIndex
    const [kind] = Object.entries(TOKEN.exec(text)?.groups ?? {}).find(([, match]) => match !== undefined) ?? []
    if (!kind) break
    found.push({ kind: kind as Token['kind'], start, end: TOKEN.lastIndex })
  }
  return found
}

/** Whether a token is a comment. */
export function isComment({ kind }: Token): boolean {
  return kind === 'line' || kind === 'block'
}

/** Returns where the text that belongs to the line of `from` ends: behind the last comment before the line breaks. */
export function endOfLine(gap: readonly Token[], from: number): number {
  const rest = gap.filter((token) => token.start >= from)
  const stop = rest.findIndex((token) => token.kind !== 'blank' && !isComment(token))
  return (
    rest
      .slice(0, stop === -1 ? undefined : stop)
      .filter(isComment)
      .at(-1)?.end ?? from
  )
}
