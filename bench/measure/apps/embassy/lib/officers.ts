import { jwt, type TokenClaims } from 'svc/identity'
import { findEntry } from './register.ts'

export interface Officer {
  readonly officer: string
  readonly post: string
  readonly groups: readonly string[]
}

const groupsOf = ({ groups }: TokenClaims & { readonly groups?: unknown }): readonly string[] =>
  Array.isArray(groups) ? groups.filter((group): group is string => typeof group === 'string') : []

/** An officer as of now: the ministry signs the token, the register says where they serve. */
async function officerOf(claims: TokenClaims): Promise<Officer | null> {
  const officer = claims.sub ?? ''
  const entry = await findEntry(officer)
  if (entry === undefined) return null
  return { officer, post: entry.post, groups: groupsOf(claims) }
}

export const officer = jwt({
  issuer: process.env['MINISTRY_ISSUER'] || 'dev',
  audience: 'embassy',
  typ: 'at+jwt',
  name: 'Officer',
  map: (claims) => officerOf(claims),
})

export const isConsul = ({ groups }: Officer): boolean => groups.includes('consul')
