/** The version of this companion, as its package says it. */
export const VERSION = '0.1.0'
