import { randomUUID } from 'node:crypto'

interface Login {
  readonly person: string
  refresh: string
  until: number
}

const MONTH = 30 * 24 * 3_600_000
const logins = new Map<string, Login>()

export function begin(person: string): { readonly login: string; readonly refresh: string } {
  const login = randomUUID()
  const refresh = `${login}.${randomUUID()}`
  logins.set(login, { person, refresh, until: Date.now() + MONTH })
  return { login, refresh }
}

/** Whose login goes on, and the next refresh token. A token that was used before ends the login. */
export async function goOn(given: string): Promise<{ person: string; login: string; refresh: string } | null> {
  const id = given.slice(0, 36)
  const found = logins.get(id)
  if (found === undefined || found.until < Date.now()) return null
  if (found.refresh !== given) {
    logins.delete(id)
    return null
  }
  const next = `${id}.${randomUUID()}`
  found.refresh = next
  return { person: found.person, login: id, refresh: next }
}

export async function isGoingOn(login: string): Promise<boolean> {
  return logins.has(login)
}

export async function end(login: string): Promise<void> {
  logins.delete(login)
}
