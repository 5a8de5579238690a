import { randomUUID } from 'node:crypto'
import { type JWTPayload, jwtVerify, SignJWT } from 'jose'
import { type AuthRequest, bearer } from 'svc/security'
import { findPerson, type Person } from './people.ts'

export interface Caller extends Person {
  readonly login: string
}

interface Tokens {
  readonly access_token: string
  readonly refresh_token: string
}

type Use = 'access' | 'refresh'

const SECRET = new TextEncoder().encode(process.env['JWT_SECRET'] ?? 'hotel-secret-for-development-8e15d3b07c')
const TEN_MINUTES = 600
const WEEK = 7 * 24 * 3_600

/** Logins that go on, and refresh tokens that were used: both stand for a table. */
const logins = new Set<string>()
const used = new Set<string>()

export function sign(
  { name, login, use }: { name: string; login: string; use: Use },
  seconds: number,
  audience: string = 'hotel-app',
): Promise<string> {
  return new SignJWT({ login, use })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setSubject(name)
    .setJti(randomUUID())
    .setIssuer('hotel')
    .setAudience(audience)
    .setIssuedAt()
    .setExpirationTime(Math.floor(Date.now() / 1_000) + seconds)
    .sign(SECRET)
}

/** Both tokens of a login. */
export async function issue(name: string, login: string = randomUUID()): Promise<Tokens> {
  logins.add(login)
  return {
    access_token: await sign({ name, login, use: 'access' }, TEN_MINUTES),
    refresh_token: await sign({ name, login, use: 'refresh' }, WEEK),
  }
}

/** Ends a login with all of its tokens. */
export function end(login: string): void {
  logins.delete(login)
}

async function read(token: string): Promise<JWTPayload | null> {
  try {
    const { payload } = await jwtVerify(token, SECRET, {
      algorithms: ['HS256'],
      issuer: 'hotel',
      audience: 'hotel-app',
      requiredClaims: ['exp', 'sub', 'jti'],
      clockTolerance: 5,
    })
    return payload
  } catch {
    return null
  }
}

/** The next tokens for a refresh token. A second use means that it was copied, and ends the login. */
export async function renew(token: string): Promise<Tokens | null> {
  const claims = await read(token)
  if (claims === null) return null
  if (claims['use'] !== 'refresh') return null
  const { sub = '', jti = '' } = claims
  const login = String(claims['login'])
  if (!logins.has(login)) return null
  if (used.has(jti)) {
    end(login)
    return null
  }
  used.add(jti)
  return issue(sub, login)
}

async function findCaller(_request: AuthRequest, token: string): Promise<Caller | null> {
  const claims = await read(token)
  if (claims === null || claims['use'] !== 'access') return null
  const login = String(claims['login'])
  if (!logins.has(login)) return null
  const found = await findPerson(claims.sub ?? '')
  return found === undefined ? null : { ...found, login }
}

/** Guests and staff, by the access token of a login. */
export const person = bearer(findCaller, { name: 'Person' })
