import { jwt, refreshTokens, signJwt } from 'svc/identity'
import { z } from 'zod'
import { findPerson, type Person } from './people.ts'

const own = {
  issuer: 'https://archive.example',
  audience: 'archive',
  secret: process.env['TOKEN_SECRET'] ?? crypto.randomUUID() + crypto.randomUUID(),
}

interface Claims {
  readonly sub?: string | undefined
  readonly scope?: unknown
}

export interface Reader extends Person {
  /** The scopes of this token, which may be fewer than those of the person. */
  readonly granted: string
}

async function readerOf(claims: Claims): Promise<Reader | null> {
  const person = await findPerson(String(claims.sub))
  if (person === undefined) return null
  return { ...person, granted: String(claims.scope ?? '') }
}

/** Readers, by an access token of this server. */
export const reader = jwt({ ...own, typ: 'at+jwt', name: 'Reader', map: (claims) => readerOf(claims) })

export const sign = signJwt(own)

async function claimsOf(id: string): Promise<{ readonly sub: string; readonly scope: string } | undefined> {
  const person = await findPerson(id)
  return person && { sub: id, scope: person.scope }
}

export const tokens = refreshTokens({ sign, claims: ({ sub }) => claimsOf(sub) })

/** The union of archives, which harvests what we hold. */
export const partner = jwt({
  issuer: 'https://union.example',
  audience: 'archive',
  typ: 'at+jwt',
  claims: z.object({ sub: z.string(), client_id: z.literal('union-harvest') }),
  name: 'Partner',
})
