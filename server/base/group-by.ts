/** The members of a list by a key of each, in the order of the list: `Map.groupBy`, which Node 20 does not have. */
export function groupBy<T>(list: Iterable<T>, keyOf: (one: T) => string): ReadonlyMap<string, readonly [T, ...T[]]> {
  const groups = new Map<string, [T, ...T[]]>()
  for (const one of list) {
    const key = keyOf(one)
    const known = groups.get(key)
    if (known) known.push(one)
    else groups.set(key, [one])
  }
  return groups
}
