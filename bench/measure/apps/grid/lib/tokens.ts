import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import { bearer } from 'svc/security'
import { findPerson, type Person } from './people.ts'

interface Key {
  readonly privateKey: KeyObject
  readonly publicKey: KeyObject
  readonly isRetired: boolean
}

const pair = (isRetired: boolean): Key => ({ ...generateKeyPairSync('ec', { namedCurve: 'P-256' }), isRetired })

const keys: ReadonlyMap<string, Key> = new Map([
  ['2026-autumn', pair(false)],
  // Was in a backup that got lost.
  ['2026-spring', pair(true)],
])
const ISSUER = 'https://grid.example'
const AUDIENCE = 'grid-api'

export interface Claims {
  readonly audience?: string
  readonly end?: string
  readonly kid?: string
}

export function sign(subject: string, scopes: readonly string[], claims: Claims = {}): Promise<string> {
  const { audience = AUDIENCE, end = '20m', kid = '2026-autumn' } = claims
  const key = keys.get(kid)
  if (key === undefined) throw new Error(`There is no key ${kid}`)
  return new SignJWT({ scope: scopes.join(' ') })
    .setProtectedHeader({ alg: 'ES256', kid })
    .setSubject(subject)
    .setIssuer(ISSUER)
    .setAudience(audience)
    .setIssuedAt()
    .setExpirationTime(end)
    .sign(key.privateKey)
}

function keyOf({ kid = '' }: { readonly kid?: string }): KeyObject {
  const found = keys.get(kid)
  if (found === undefined || found.isRetired) throw new errors.JWKSNoMatchingKey()
  return found.publicKey
}

async function verify(token: string): Promise<JWTPayload | null> {
  try {
    const { payload } = await jwtVerify(token, keyOf, {
      algorithms: ['ES256'],
      issuer: ISSUER,
      audience: AUDIENCE,
      requiredClaims: ['exp', 'sub', 'scope'],
      clockTolerance: 30,
    })
    return payload
  } catch (error) {
    if (error instanceof errors.JOSEError) return null
    throw error
  }
}

async function findDriver(token: string): Promise<Person | null> {
  const claims = await verify(token)
  if (claims === null) return null
  const person = await findPerson(String(claims.sub))
  if (person === undefined) return null
  return { ...person, scopes: String(claims['scope']).split(' ') }
}

/** People, by a token of this server. */
export const driver = bearer((_request, token) => findDriver(token), { name: 'Driver' })
