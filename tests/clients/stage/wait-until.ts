/** Polls until `probe` gives something other than undefined or false; says what it waited for, and what it saw, when it gives up. */
export const waitUntil = async <T>(
  what: string,
  probe: () => T | undefined | false | Promise<T | undefined | false>,
  options: { readonly within?: number; readonly every?: number; readonly saw?: () => unknown } = {},
): Promise<T> => {
  const { within = 10_000, every = 20, saw } = options
  const deadline = Date.now() + within
  for (;;) {
    const value = await probe()
    if (value !== undefined && value !== false) return value
    if (Date.now() >= deadline)
      throw new Error(`waited ${within} ms for ${what}${saw ? `; saw ${await describe(saw)}` : ''}`)
    await new Promise((resolve) => setTimeout(resolve, every))
  }
}

const describe = async (saw: () => unknown): Promise<string> => {
  const value = await saw()
  return typeof value === 'string' ? value : JSON.stringify(value)
}
