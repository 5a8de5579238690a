import { bearer, constantTimeEqual } from 'svc/security'

export interface Member {
  readonly name: string
  readonly tenant: string
  readonly isAdmin: boolean
}

// Instead of a database: members of two tenants.
const tokens: readonly (readonly [token: string, member: Member])[] = [
  [process.env['ANN_TOKEN'] ?? 'token-of-ann', { name: 'ann', tenant: 'acme', isAdmin: true }],
  [process.env['BOB_TOKEN'] ?? 'token-of-bob', { name: 'bob', tenant: 'acme', isAdmin: false }],
  [process.env['EVE_TOKEN'] ?? 'token-of-eve', { name: 'eve', tenant: 'other', isAdmin: true }],
]

/** A member of a tenant, by a token. */
export const member = bearer((_request, token) => tokens.find(([known]) => constantTimeEqual(known, token))?.[1], {
  name: 'Member',
})

/** A guard for `check`. */
export const isAdmin = (found: Member): boolean => found.isAdmin
