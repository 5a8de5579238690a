import { randomUUID } from 'node:crypto'

/** A login and the refresh tokens that followed from it: `current` is the id of the only one that is good. */
interface Family {
  readonly user: string
  current: string
}

const families = new Map<string, Family>()

export function beginFamily(user: string): { readonly family: string; readonly id: string } {
  const family = randomUUID()
  const id = randomUUID()
  families.set(family, { user, current: id })
  return { family, id }
}

/** Uses up a refresh token and gives the id of the next one. A token that was used before ends the whole family. */
export function rotate(family: string, id: string): { readonly user: string; readonly id: string } | null {
  const found = families.get(family)
  if (found === undefined) return null
  if (found.current !== id) {
    families.delete(family)
    return null
  }
  const next = randomUUID()
  found.current = next
  return { user: found.user, id: next }
}

export function endFamily(family: string): void {
  families.delete(family)
}

/** Whether the login that a token came from has not been ended. */
export function isOpen(family: string): boolean {
  return families.has(family)
}
