/** A place that counts a text all the same, and why it may. */
export type AllowedCount = { file: string; code: string; because: string }

/** Every such place. One that is no longer there fails the check, like one that is not listed. */
export const ALLOWED_TEXT_COUNTS: readonly AllowedCount[] = [
  {
    file: 'packages/display/src/polling/answer.ts',
    code: 'text.length',
    because: 'a limit of memory, far above any answer: either unit keeps to it',
  },
  { file: 'packages/display/src/text/ascii.ts', code: 'entries.slice(at, at + width)', because: 'the table is ASCII' },
  { file: 'packages/display/src/text/ascii.ts', code: 'written.slice(0, LONGEST)', because: 'spelled: ASCII' },
  { file: 'packages/display/src/text/fit.ts', code: 'text.length', because: 'after toAscii' },
  { file: 'packages/display/src/text/fit.ts', code: 'text.slice(0, length)', because: 'after toAscii' },
]
