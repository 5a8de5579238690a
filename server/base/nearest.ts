/**
 * The candidate that a misspelt word most likely meant.
 *
 * @returns `undefined` where every candidate differs in more than a third of its letters.
 */
export function findNearest(word: string, candidates: Iterable<string>): string | undefined {
  let best: string | undefined
  let bestDistance = Number.POSITIVE_INFINITY
  for (const candidate of candidates) {
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase())
    if (distance < bestDistance && distance <= Math.max(2, Math.floor(candidate.length / 3))) {
      best = candidate
      bestDistance = distance
    }
  }
  return best
}

/** Levenshtein's distance in which two neighbouring letters exchanged count as one edit. */
function editDistance(left: string, right: string): number {
  let beforePrevious: number[] = []
  let previous = Array.from({ length: right.length + 1 }, (_, index) => index)
  for (let row = 1; row <= left.length; row++) {
    const current = [row]
    for (let column = 1; column <= right.length; column++) {
      const same = left[row - 1] === right[column - 1]
      let cost = Math.min(
        (previous[column] as number) + 1,
        (current[column - 1] as number) + 1,
        (previous[column - 1] as number) + (same ? 0 : 1),
      )
      const swapped = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1]
      if (swapped) cost = Math.min(cost, (beforePrevious[column - 2] as number) + 1)
      current.push(cost)
    }
    beforePrevious = previous
    previous = current
  }
  return previous[right.length] as number
}
