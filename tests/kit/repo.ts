import { fileURLToPath } from 'node:url'

/** The root of the checkout. */
export const repo = fileURLToPath(new URL('../../', import.meta.url))
