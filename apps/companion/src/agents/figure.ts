/** A figure as JSON or a header writes it. */
const FIGURE = /^\s*[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d{1,3})?\s*$/i

/** Returns the number that a value is or spells, `null` for everything that is none, as NaN and endless ones are. */
export function figureIn(value: unknown): number | null {
  const figure = typeof value === 'string' && FIGURE.test(value) ? Number(value) : value
  return typeof figure === 'number' && Number.isFinite(figure) ? figure : null
}

/** Returns the time (Unix ms) that a value in Unix seconds means, `null` for none. */
export function secondsIn(value: unknown): number | null {
  const seconds = figureIn(value)
  return seconds === null || seconds <= 0 ? null : seconds * 1_000
}
