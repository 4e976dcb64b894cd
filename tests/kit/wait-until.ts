/**
 * Returns the first value of `probe` that is neither `undefined` nor false, asking again and again. Says what it waited
 * for, and what it saw, when it gives up.
 */
export async function waitUntil<T>(
  what: string,
  probe: () => T | undefined | false | Promise<T | undefined | false>,
  options: { within?: number; every?: number; saw?: () => unknown } = {},
): Promise<T> {
  const { within = 10_000, every = 20, saw } = options
  const deadline = Date.now() + within
  for (;;) {
    const value = await probe()
    if (value !== undefined && value !== false) return value
    if (Date.now() >= deadline) {
      const seen = saw === undefined ? '' : `; saw ${describe(await saw())}`
      throw new Error(`waited ${within} ms for ${what}${seen}`)
    }
    await new Promise((resolve) => setTimeout(resolve, every))
  }
}

function describe(value: unknown): string | undefined {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
