import { createHmac, timingSafeEqual } from 'node:crypto'

const secret = process.env['PLANETARIUM_SECRET'] ?? 'planetarium-seal-2026-90be51c7f3a8'

/** Seals parts of a text for one purpose; a blank is in none of them. */
export const seal = (purpose: string, ...parts: readonly string[]): string =>
  createHmac('sha256', secret)
    .update([purpose, ...parts].join(' '))
    .digest('base64url')

export function isSealed(given: string, purpose: string, ...parts: readonly string[]): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(seal(purpose, ...parts))]
  return a.length === b.length && timingSafeEqual(a, b)
}
