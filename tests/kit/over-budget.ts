/** Bytes by part. */
export type Sizes = Readonly<Record<string, number>>

/**
 * Returns a sentence for each part that has more bytes than its budget, or no budget, and for each budget whose part is
 * gone. `total` is the budget of all parts together.
 */
export function overBudget(sizes: Sizes, budget: Sizes): string[] {
  const all = { ...sizes, total: Object.values(sizes).reduce((sum, size) => sum + size, 0) }
  const complaints = Object.entries(all).flatMap(([part, size]) => complain(part, size, budget[part]))
  const gone = Object.keys(budget).filter((part) => !Object.hasOwn(all, part))
  return [...complaints, ...gone.map((part) => `${part} has a budget but is not there`)]
}

function complain(part: string, size: number, limit: number | undefined): string[] {
  if (limit === undefined) return [`${part} has ${size} bytes and no budget`]
  if (size <= limit) return []
  return [`${part} has ${size} bytes, ${size - limit} above its budget of ${limit}`]
}
