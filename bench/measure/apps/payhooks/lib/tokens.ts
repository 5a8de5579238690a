import { generateKeyPairSync } from 'node:crypto'
import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import { bearer } from 'svc/security'
import { begin, goOn, isGoingOn } from './logins.ts'
import { findPerson, type Person } from './staff.ts'

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const ISSUER = 'https://pay.example'
const AUDIENCE = 'payhooks'

export interface Caller extends Person {
  readonly login: string
}

interface Tokens {
  readonly access_token: string
  readonly refresh_token: string
}

export interface Claims {
  readonly audience?: string
  readonly issuer?: string
  readonly end?: string
  readonly use?: string
}

export function sign(subject: string, login: string, claims: Claims = {}): Promise<string> {
  const { audience = AUDIENCE, issuer = ISSUER, end = '15m', use = 'access' } = claims
  return new SignJWT({ login, use })
    .setProtectedHeader({ alg: 'ES256' })
    .setSubject(subject)
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt()
    .setExpirationTime(end)
    .sign(privateKey)
}

async function tokensOf(person: string, login: string, refresh: string): Promise<Tokens> {
  return { access_token: await sign(person, login), refresh_token: refresh }
}

export function logIn(person: Person): Promise<Tokens> {
  const { login, refresh } = begin(person.id)
  return tokensOf(person.id, login, refresh)
}

export async function renew(given: string): Promise<Tokens | null> {
  const next = await goOn(given)
  return next === null ? null : tokensOf(next.person, next.login, next.refresh)
}

async function verify(token: string): Promise<JWTPayload | null> {
  try {
    const { payload } = await jwtVerify(token, publicKey, {
      algorithms: ['ES256'],
      issuer: ISSUER,
      audience: AUDIENCE,
      requiredClaims: ['exp', 'sub', 'login'],
    })
    return payload
  } catch (error) {
    if (error instanceof errors.JOSEError) return null
    throw error
  }
}

async function findCaller(token: string): Promise<Caller | null> {
  const claims = await verify(token)
  if (claims === null || claims['use'] !== 'access') return null
  const login = String(claims['login'])
  if (!(await isGoingOn(login))) return null
  const person = await findPerson(String(claims.sub))
  if (person === undefined) return null
  const { id, merchant, scopes, isAdmin } = person
  return { id, merchant, scopes, isAdmin, login }
}

/** People of merchants, by the access token of a login. */
export const user = bearer((_request, token) => findCaller(token), { name: 'User' })
