/** The middle of some figures, as a whole number. */
export const median = (figures: readonly number[]): number =>
  Math.round([...figures].sort((a, b) => a - b)[Math.floor(figures.length / 2)] ?? Number.NaN)
