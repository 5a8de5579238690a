import { jwt, refreshTokens, signJwt } from 'svc/identity'
import { scopesOf } from './users.ts'

// One declaration for the tokens that a login issues and those that the routes take.
const own = {
  issuer: 'https://notes.example',
  audience: 'notes',
  // In production the environment has it, the same for every process.
  secret: process.env['TOKEN_SECRET'] ?? crypto.randomUUID() + crypto.randomUUID(),
}

/** An access token in `Authorization: Bearer`; `request.auth` is what it says. */
export const user = jwt({ ...own, typ: 'at+jwt', name: 'AccessToken' })

/** Access tokens for 15 minutes, and refresh tokens for one use each, for 30 days from the login. */
export const tokens = refreshTokens({
  sign: signJwt(own),
  // The scopes as they are now; a user who was removed gets no further token.
  claims: ({ sub }) => claimsOf(sub),
})

export function claimsOf(name: string): { readonly sub: string; readonly scope: string } | undefined {
  const scopes = scopesOf(name)
  return scopes && { sub: name, scope: scopes.join(' ') }
}
