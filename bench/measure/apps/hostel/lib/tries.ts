const MOST = 10
const WINDOW = 5 * 60_000

/** Times of wrong passwords, by name. */
const failures = new Map<string, readonly number[]>()

function recent(name: string): readonly number[] {
  const from = Date.now() - WINDOW
  return (failures.get(name) ?? []).filter((time) => time > from)
}

const keyOf = (name: string): string => name.toLowerCase()

export const mayTry = (name: string): boolean => recent(keyOf(name)).length < MOST

export function noteFailure(name: string): void {
  failures.set(keyOf(name), [...recent(keyOf(name)), Date.now()])
}

export function forgive(name: string): void {
  failures.delete(keyOf(name))
}
