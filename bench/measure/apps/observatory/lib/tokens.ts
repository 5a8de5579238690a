import { type GrantClaims, jwt, refreshTokens, signJwt } from 'svc/identity'
import { type Account, findAccount } from './accounts.ts'

const own = {
  issuer: 'https://observatory.example',
  audience: 'observatory',
  secret: process.env['TOKEN_SECRET'] ?? crypto.randomUUID() + crypto.randomUUID(),
}

/** Signs access tokens of this server. */
export const sign = signJwt(own)

/** Who has an account; `request.auth` is the account as of now. */
export const user = jwt({
  ...own,
  name: 'AccessToken',
  map: async ({ sub = '' }): Promise<Account | null> => {
    const found = await findAccount(sub)
    if (found === undefined) return null
    return { name: found.name, role: found.role, scopes: found.scopes }
  },
})

/** The claims of an account as it is now; the page shows the role. */
export async function claimsOf(name: string): Promise<GrantClaims | null> {
  const found = await findAccount(name)
  return found === undefined ? null : { sub: found.name, role: found.role, scope: found.scopes.join(' ') }
}

export const tokens = refreshTokens({
  sign,
  lifetime: 14 * 24 * 3_600,
  claims: ({ sub }) => claimsOf(sub),
})
