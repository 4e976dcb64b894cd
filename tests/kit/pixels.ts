import { inflateSync } from 'node:zlib'

/** A picture: four bytes (red, green, blue, alpha) a pixel, row by row. */
export type Pixels = { width: number; height: number; data: Uint8Array }

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** How many samples a pixel has, by PNG's colour type. */
const SAMPLES: Readonly<Record<number, number>> = { 2: 3, 6: 4 }

/** Reads a PNG of 8-bit RGB or RGBA without interlacing, which is what screens are saved as; throws for any other. */
export function readPng(png: Uint8Array): Pixels {
  const bytes = Buffer.from(png.buffer, png.byteOffset, png.byteLength)
  if (!bytes.subarray(0, 8).equals(SIGNATURE)) throw new TypeError('not a PNG')
  const parts: Buffer[] = []
  let header: Buffer | undefined
  for (let at = 8; at < bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    const name = bytes.toString('latin1', at + 4, at + 8)
    const body = bytes.subarray(at + 8, at + 8 + length)
    if (name === 'IHDR') header = body
    if (name === 'IDAT') parts.push(body)
    at += length + 12
  }
  if (header === undefined) throw new TypeError('a PNG without a header')
  const samples = SAMPLES[header.readUInt8(9)]
  if (samples === undefined || header.readUInt8(8) !== 8 || header.readUInt8(12) !== 0) {
    throw new TypeError('a PNG that is not 8-bit RGB or RGBA, row by row')
  }
  const size = { width: header.readUInt32BE(0), height: header.readUInt32BE(4) }
  return { ...size, data: withAlpha(unfilter(inflateSync(Buffer.concat(parts)), size, samples), samples) }
}

/** Each row names how its bytes are predicted from those to the left (`a`), above (`b`) and above left (`c`). */
const PREDICTIONS: readonly ((a: number, b: number, c: number) => number)[] = [
  () => 0,
  (a) => a,
  (_, b) => b,
  (a, b) => (a + b) >> 1,
  paeth,
]

function unfilter(raw: Buffer, { width, height }: Omit<Pixels, 'data'>, samples: number): Uint8Array {
  const stride = width * samples
  const out = new Uint8Array(stride * height)
  for (let y = 0; y < height; y += 1) {
    const from = y * (stride + 1)
    const predict = PREDICTIONS[raw[from] ?? 0]
    if (predict === undefined) throw new TypeError('a PNG with an unknown filter')
    for (let x = 0; x < stride; x += 1) {
      const at = y * stride + x
      const left = x < samples ? 0 : (out[at - samples] ?? 0)
      const above = out[at - stride] ?? 0
      const corner = x < samples ? 0 : (out[at - stride - samples] ?? 0)
      out[at] = (raw[from + 1 + x] ?? 0) + predict(left, above, corner)
    }
  }
  return out
}

function paeth(a: number, b: number, c: number): number {
  const [toA, toB, toC] = [Math.abs(b - c), Math.abs(a - c), Math.abs(a + b - 2 * c)]
  if (toA <= toB && toA <= toC) return a
  return toB <= toC ? b : c
}

function withAlpha(data: Uint8Array, samples: number): Uint8Array {
  if (samples === 4) return data
  const out = new Uint8Array((data.length / 3) * 4).fill(255)
  for (let from = 0, to = 0; from < data.length; from += 3, to += 4) out.set(data.subarray(from, from + 3), to)
  return out
}
