import { timingSafeEqual } from 'node:crypto'

/**
 * Whether two texts are equal, in a time that depends on their lengths only (CWE-208). A difference in length may show.
 *
 * @example
 * constantTimeEqual(key, 'supersecret')
 */
export function constantTimeEqual(left: string, right: string): boolean {
  const { length } = left
  if (length !== right.length) return false
  // UTF-16 spells every text in its own way; UTF-8 would spell all lone surrogates alike.
  if (length > MOST_KEPT) return timingSafeEqual(Buffer.from(left, 'utf16le'), Buffer.from(right, 'utf16le'))
  LEFT.write(left, 0, 'utf16le')
  RIGHT.write(right, 0, 'utf16le')
  const [first, second] = (VIEWS[length] ??= [LEFT.subarray(0, 2 * length), RIGHT.subarray(0, 2 * length)])
  return timingSafeEqual(first, second)
}

/**
 * Room for keys and tokens of a usual length, and views on as much of it as a length needs: making two buffers costs
 * more than the comparison.
 */
const MOST_KEPT = 256
const LEFT = Buffer.alloc(2 * MOST_KEPT)
const RIGHT = Buffer.alloc(2 * MOST_KEPT)
const VIEWS: (readonly [Buffer, Buffer] | undefined)[] = Array.from({ length: MOST_KEPT + 1 })
