/** A token between two values of valid JSON with comments. */
export type Token = {
  readonly kind: 'blank' | 'break' | 'line' | 'block' | 'comma'
  readonly start: number
  readonly end: number
}

const pattern = /(?<blank>[ \t]+)|(?<break>\r\n|\r|\n)|(?<line>\/\/[^\r\n]*)|(?<block>\/\*[\s\S]*?\*\/)|(?<comma>,)/y

/** The tokens of the gap between two offsets of a valid text: blanks, line breaks, line and block comments, a comma. */
export const gapTokens = (text: string, from: number, to: number): Token[] => {
  const found: Token[] = []
  pattern.lastIndex = from
  while (pattern.lastIndex < to) {
    const start = pattern.lastIndex
    const [kind] = Object.entries(pattern.exec(text)?.groups ?? {}).find(([, match]) => match !== undefined) ?? []
    if (!kind) break
    found.push({ kind: kind as Token['kind'], start, end: pattern.lastIndex })
  }
  return found
}

/** Whether a token is a comment. */
export const isComment = ({ kind }: Token): boolean => kind === 'line' || kind === 'block'

/** Where the text that belongs to the line of `from` ends: behind the last comment before the line breaks. */
export const endOfLine = (gap: readonly Token[], from: number): number => {
  const rest = gap.filter((token) => token.start >= from)
  const stop = rest.findIndex((token) => token.kind !== 'blank' && !isComment(token))
  return (
    rest
      .slice(0, stop === -1 ? undefined : stop)
      .filter(isComment)
      .at(-1)?.end ?? from
  )
}
