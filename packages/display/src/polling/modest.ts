/** The nesting and the number of values that a body may have: some times what any answer has. */
const DEEPEST = 16
const MOST = 512

const QUOTE = 0x22
const COMMA = 0x2c
const BACKSLASH = 0x5c
const OPEN_LIST = 0x5b
const CLOSE_LIST = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

/**
 * Whether parsing `text` as JSON can be afforded. XS ends the program, and the device with it, when the stack or the
 * memory is used up: no exception says so, so a body that asks for that must not get as far as the parser.
 */
export function isModest(text: string): boolean {
  let depth = 0
  let values = 0
  let isQuoted = false
  let isEscaped = false
  for (const point of text) {
    const code = point.codePointAt(0)
    if (isQuoted) {
      isQuoted = isEscaped || code !== QUOTE
      isEscaped = !isEscaped && code === BACKSLASH
    } else if (code === QUOTE) isQuoted = true
    else if (code === CLOSE_LIST || code === CLOSE_OBJECT) depth -= 1
    else if (code === COMMA) values += 1
    else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      depth += 1
      values += 1
    }
    if (depth > DEEPEST || values > MOST) return false
  }
  return true
}
