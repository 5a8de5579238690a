import { jwt, refreshTokens, signJwt, type TokenClaims } from 'svc/identity'
import { findPerson, type Person } from './people.ts'

const own = {
  issuer: 'https://login.ferry.example',
  audience: 'ferry',
  secret: process.env['FERRY_JWT_SECRET'] ?? 'ferry-foghorn-gangway-ballast-mooring-2208',
}

export const sign = signJwt(own)

/** The claims of a person. Boarding passes are signed, too, and are of another use. */
export async function claimsOf(name: string, use: 'access' | 'pass' = 'access') {
  const person = await findPerson(name)
  return { sub: name, use, rank: person?.rank ?? 'passenger', version: person?.version ?? 0 }
}

export const tokens = refreshTokens({
  sign,
  claims: async ({ sub }) => {
    const person = await findPerson(String(sub))
    return person === undefined || person.isBlocked ? null : claimsOf(person.name)
  },
})

async function toPerson({ sub, use, version }: TokenClaims): Promise<Person | null> {
  if (use !== 'access') return null
  const person = await findPerson(String(sub))
  if (person === undefined || person.isBlocked) return null
  if (version !== person.version) return null
  const { name, rank, ship } = person
  return { name, rank, ship }
}

/** All who have an account: passengers, crews and the harbour. */
export const passenger = jwt({ ...own, map: toPerson, name: 'Passenger' })
