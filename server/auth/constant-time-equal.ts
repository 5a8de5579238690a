import { timingSafeEqual } from 'node:crypto'

/**
 * Whether two texts are equal, in a time that depends on their lengths only (CWE-208). A difference in length may show.
 *
 * @example
 * constantTimeEqual(key, 'supersecret')
 */
export function constantTimeEqual(left: string, right: string): boolean {
  if (left.length !== right.length) return false
  // UTF-16 spells every text in its own way; UTF-8 would spell all lone surrogates alike.
  return timingSafeEqual(Buffer.from(left, 'utf16le'), Buffer.from(right, 'utf16le'))
}
