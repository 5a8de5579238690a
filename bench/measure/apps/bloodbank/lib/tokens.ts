import { jwt, refreshTokens, signJwt, type TokenClaims } from 'svc/identity'
import { findRow, type Person } from './people.ts'

const secret = process.env['BLOOD_SECRET'] ?? 'bb-5d0c7e91f2a84b63a1c9-9e27b4d8-tokens'
const own = { issuer: 'bloodbank', audience: 'bloodbank', secret }

function personOf({ sub, generation }: TokenClaims & { readonly generation?: unknown }): Person | null {
  const row = findRow(sub ?? '')
  return row !== undefined && row.generation === generation ? { name: row.name, role: row.role } : null
}

/** Who has an access token; it ends after a quarter of an hour, or with the generation of the person. */
export const person = jwt({
  ...own,
  name: 'Person',
  map: (claims) => personOf(claims),
})

/** Access tokens, and refresh tokens for a shift. */
export const tokens = refreshTokens({
  sign: signJwt(own),
  lifetime: 12 * 3600,
  claims: ({ sub, generation }) => {
    const row = findRow(sub)
    if (row === undefined || row.generation !== generation) return null
    return { sub, scope: row.scope, generation }
  },
})

/** For a card that invites a donor again; it is signed like a token, for another audience. */
export const signInvitation = signJwt({ ...own, audience: 'bloodbank-invitations', lifetime: 14 * 24 * 3600 })
