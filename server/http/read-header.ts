/** The lines of a field in the raw list of Node: every occurrence, as received. */
export function rawHeaderValues(raw: readonly string[], name: string): readonly string[] {
  let values: string[] | undefined
  for (let at = 0; at < raw.length; at += 2) {
    if (isSameName(raw[at] as string, name)) (values ??= []).push(raw[at + 1] as string)
  }
  return values ?? NO_VALUES
}

/**
 * A bare `fetch` has no raw list: repeated lines arrive joined by commas, so a comma counts as a repetition.
 * `Authorization` and `Cookie` keep their commas: their own grammars refuse joined lines or split them.
 */
export function joinedHeaderValues(headers: Headers, lower: string): readonly string[] {
  const value = headers.get(lower)
  if (value === null) return []
  return lower === 'authorization' || lower === 'cookie' ? [value] : value.split(',')
}

const NO_VALUES: readonly string[] = Object.freeze([])

/** Compared by length first: most lines cost no comparison, and a name in its usual case no copy. */
function isSameName(field: string, name: string): boolean {
  return field.length === name.length && (field === name || field.toLowerCase() === name.toLowerCase())
}
