/** Median and quartiles. */
export interface Spread {
  readonly low: number
  readonly median: number
  readonly high: number
}

/** The spread of at least one number. */
export function spreadOf(numbers: readonly number[]): Spread {
  const sorted = numbers.toSorted((a, b) => a - b)
  const at = (share: number): number => sorted[Math.round(share * (sorted.length - 1))] as number
  return { low: at(0.25), median: at(0.5), high: at(0.75) }
}

/** The items in an order that chance decides. */
export function shuffled<T>(items: readonly T[]): T[] {
  return items
    .map((item) => [Math.random(), item] as const)
    .toSorted(([a], [b]) => a - b)
    .map(([, item]) => item)
}
