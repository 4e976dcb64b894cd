import { closeSync, openSync, readSync } from 'node:fs'

/** The picture of an X server that keeps it in a file (`Xvfb -fbdir`): XWD, four bytes a pixel, always current. */
export type ScreenFile = {
  /** Returns the colour of a pixel as 0xRRGGBB. */
  colorAt(pixel: number): number
  /** Returns the pixels that have a colour, row by row. */
  pixelsOf(color: number): number[]
  close(): void
}

/** Opens such a file. Throws when it is none. */
export function openScreenFile(path: string): ScreenFile {
  const file = openSync(path, 'r')
  const header = Buffer.alloc(100)
  readSync(file, header, 0, header.length, 0)
  const word = (index: number) => header.readUInt32BE(index * 4)
  const [size, width, height, bits, colors] = [word(0), word(4), word(5), word(11), word(19)] as const
  if (word(1) !== 7 || bits !== 32) throw new TypeError(`${path} is no XWD of 32 bits a pixel.`)
  // Each entry of the colour map has 12 bytes.
  const start = size + colors * 12
  const one = Buffer.alloc(4)
  return {
    colorAt(pixel) {
      readSync(file, one, 0, 4, start + pixel * 4)
      return one.readUInt32LE() & 0xffffff
    },
    pixelsOf(color) {
      const all = Buffer.alloc(width * height * 4)
      readSync(file, all, 0, all.length, start)
      const found: number[] = []
      for (let pixel = 0; pixel < width * height; pixel += 1) {
        if (isNear(all.readUInt32LE(pixel * 4) & 0xffffff, color)) found.push(pixel)
      }
      return found
    },
    close: () => closeSync(file),
  }
}

/** Whether two colours are alike: a screen of 16 bits a pixel rounds each channel. */
export function isNear(a: number, b: number): boolean {
  return [16, 8, 0].every((shift) => Math.abs(((a >> shift) & 0xff) - ((b >> shift) & 0xff)) <= 8)
}
