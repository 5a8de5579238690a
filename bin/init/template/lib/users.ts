import { constantTimeEqual, type SessionUser } from 'svc/security'

// The type of request.auth under fwAuth: what the login stores in the session.
declare module 'svc' {
  interface SessionUser {
    readonly name: string
  }
}

interface Account {
  readonly user: SessionUser
  /** Name of the variable with the password. */
  readonly password: string
}

// Replace this by your database, with a salted hash in place of the password.
const accounts: readonly Account[] = [
  { user: { name: 'ann' }, password: 'ANN_PASSWORD' },
  { user: { name: 'root', isSuperuser: true }, password: 'ROOT_PASSWORD' },
]

export const users: readonly SessionUser[] = accounts.map(({ user }) => user)

/** The user with this name and password. */
export function findUser(name: string, password: string): SessionUser | undefined {
  const account = accounts.find(({ user }) => user.name === name)
  const expected = account && process.env[account.password]
  // Compared for unknown names too: the time taken must not show which names exist.
  const matches = constantTimeEqual(password, expected || 'no such user')
  return matches && expected ? account.user : undefined
}
