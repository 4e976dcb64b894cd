/** Returns the value that `part` (0 to 1) of the values are not above. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(part * sorted.length) - 1)] ?? Number.NaN
}

/** Returns delays (ms) in a line. */
export function describeDelays(delays: readonly number[]): string {
  const [half, most, max] = [0.5, 0.75, 1].map((part) => Math.round(quantile(delays, part)))
  return `p50 ${half} ms, p75 ${most} ms, max ${max} ms of ${delays.length}`
}
