import { BLOCKS, type Block, DROPPED, SIGNS, SPACES } from './ascii-table.js'

/** What stands for what cannot be written. */
const LOST = '?'

/** More characters than the screen has room for in its narrowest letters: what is beyond is not worth spelling. */
const LONGEST = 160

/**
 * Returns `text` as the device's fonts can draw it: bytes 0x20 to 0x7e, one line, spaces folded. Letters are written by
 * their Latin spelling, emoji are left out, a run of what cannot be written is one `?`; a text that is not empty never
 * becomes empty. What no line of the screen has room for is cut off.
 */
export function toAscii(text: string): string {
  let written = ''
  let room = LONGEST
  let gap = ''
  let isRun = false
  for (const point of text) {
    const letters = spell(point.codePointAt(0) as number, point)
    const isLost = letters === LOST && point !== LOST
    if (letters === ' ') gap = written === '' ? '' : ' '
    else if (letters !== '' && !(isLost && isRun && gap === '')) {
      for (const letter of gap + letters) {
        if (room === 0) return written.trimEnd()
        written += letter
        room -= 1
      }
      gap = ''
      isRun = isLost
    }
  }
  return written === '' && text !== '' ? LOST : written
}

/** Returns how a code point is written: nothing for one that is left out, `?` for one that is lost. */
function spell(code: number, point: string): string {
  if (code >= 0x20 && code <= 0x7e) return point
  if (code >= 0xff01 && code <= 0xff5e) return String.fromCharCode(code - 0xfee0)
  const typed = signOf(point) ?? letterOf(code)
  if (typed !== undefined) return typed
  if (isWithin(SPACES, code)) return ' '
  return isWithin(DROPPED, code) ? '' : LOST
}

/** Returns what is typed for a sign; signs stand in their text each before its own, between spaces. */
function signOf(point: string): string | undefined {
  let isFound = false
  let typed = ''
  for (const sign of SIGNS) {
    if (isFound && sign === ' ') return typed
    if (isFound) typed += sign
    else if (sign === point) isFound = true
  }
  return isFound ? typed : undefined
}

/** Returns the letters that a block has for a code point. */
function letterOf(code: number): string | undefined {
  for (const block of BLOCKS) {
    if (code < block.from) continue
    const letter = entryAt(block, code - block.from)
    if (letter !== '' && letter !== '*') return letter === '_' ? '' : letter
  }
  return undefined
}

/** Returns what a block has at an index, `''` beyond its end. */
function entryAt(block: Block, index: number): string {
  let at = 0
  let entry = ''
  const isWords = 'words' in block
  for (const letter of isWords ? block.words : block.letters) {
    if (isWords && letter === ' ') at += 1
    else if (at === index) entry += letter
    if (!isWords) at += 1
    if (at > index) break
  }
  return entry
}

function isWithin(ranges: readonly number[], code: number): boolean {
  for (let at = 0; at < ranges.length; at += 2) {
    if (code >= (ranges[at] as number) && code <= (ranges[at + 1] as number)) return true
  }
  return false
}
