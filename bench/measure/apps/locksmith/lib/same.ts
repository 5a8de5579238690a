import { timingSafeEqual } from 'node:crypto'

/** Compares secrets in the same time for each place in which they differ. */
export function isSame(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}
