import { jwt, refreshTokens, signJwt } from 'svc/identity'
import { findMember, type Member } from './members.ts'

/** Tokens of the desks. */
const own = {
  issuer: 'https://dispatch.example',
  secret: process.env['DISPATCH_SECRET'] ?? 'dispatch-desks-2026-0d94c7b1e8a35f62',
}

/** The member of a token as of now. */
function memberOf({ sub }: { readonly sub?: string | undefined }): Member | null {
  const found = findMember(sub ?? '')
  return found ?? null
}

export const member = jwt({
  ...own,
  audience: 'desk',
  typ: 'at+jwt',
  name: 'Member',
  map: (claims) => memberOf(claims),
})

export const sign = signJwt({ ...own, audience: 'desk' })

export const tokens = refreshTokens({
  sign,
  claims: ({ sub }) => (findMember(String(sub)) === undefined ? undefined : { sub: String(sub) }),
})
