import { StringDecoder } from 'node:string_decoder'

/** A longer line is passed over (characters): nobody who is spoken to in lines here needs one. */
const LONGEST = 1024 * 1024

/** Returns what takes UTF-8 as it comes and calls `line` with each line that has ended, without its end. */
export function createLineSplitter(line: (text: string) => void): (bytes: Buffer) => void {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  let isTooLong = false

  function end(text: string): void {
    const whole = `${rest}${text}`.replace(/\r$/, '')
    const isWhole = !isTooLong && whole.length <= LONGEST
    rest = ''
    isTooLong = false
    if (isWhole) line(whole)
  }

  return (bytes) => {
    const parts = decoder.write(bytes).split('\n')
    const last = parts.pop() ?? ''
    for (const part of parts) end(part)
    isTooLong ||= rest.length + last.length > LONGEST
    rest = isTooLong ? '' : rest + last
  }
}
