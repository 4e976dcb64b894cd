/**
 * Returns a text as one word of sh, bash, zsh and fish. fish reads a backslash inside single quotes as an escape and sh
 * does not, so neither character stays inside them.
 */
export function quoted(text: string): string {
  return `'${text.replaceAll(/['\\]/g, (character) => `'\\${character}'`)}'`
}

/** Returns the text of a word that `quoted` made; `undefined` when it was not. */
export function unquoted(word: string): string | undefined {
  const text = word.slice(1, -1).replaceAll(/'\\(['\\])'/g, '$1')
  return word === quoted(text) ? text : undefined
}
