import { constantTimeEqual, type SessionUser } from 'svc/security'

// `request.auth` under `fwAuth` is the value that `login` received: this declares its type.
declare module 'svc' {
  interface SessionUser {
    readonly name: string
  }
}

// An example needs no database. A real application stores a salted hash, never the password.
const passwords: ReadonlyMap<string, string> = new Map([
  ['ann', 'ann-password'],
  ['root', 'root-password'],
])

export const users: readonly SessionUser[] = [{ name: 'ann' }, { name: 'root', isSuperuser: true }]

export function findUser(name: string, password: string): SessionUser | undefined {
  // Compared for unknown names too, so that the time taken does not disclose which names exist.
  const matches = constantTimeEqual(password, passwords.get(name) ?? 'no such user')
  return matches ? users.find((user) => user.name === name) : undefined
}
