import { open } from 'node:fs/promises'

/** Returns the first `length` bytes of a file as text. Throws what the file system throws. */
export function readStart(path: string, length: number): Promise<string> {
  return readPart(path, length, () => 0)
}

/** Returns the last `length` bytes of a file as text; its first character may be cut. Throws what the file system throws. */
export function readEnd(path: string, length: number): Promise<string> {
  return readPart(path, length, (size) => Math.max(0, size - length))
}

async function readPart(path: string, length: number, from: (size: number) => number): Promise<string> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, from(size))
    return buffer.toString('utf8', 0, bytesRead)
  } finally {
    await file.close()
  }
}
