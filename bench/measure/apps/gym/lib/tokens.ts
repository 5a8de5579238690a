import { randomUUID } from 'node:crypto'
import { type JWTPayload, jwtVerify, SignJWT } from 'jose'
import { type AuthRequest, bearer } from 'svc/security'
import { findMember, isActive, type Member } from './members.ts'

export interface Caller extends Member {
  readonly login: string
}

interface Tokens {
  readonly access_token: string
  readonly refresh_token: string
}

type Use = 'access' | 'refresh'

const SECRET = new TextEncoder().encode(process.env['JWT_SECRET'] ?? 'gym-secret-for-development-0c4f7a1e9b')
const AUDIENCE = 'gym-app'
const QUARTER = 15 * 60
const MONTH = 30 * 24 * 3_600

/** Logins that go on, and refresh tokens that were used: both stand for a table. */
const logins = new Set<string>()
const used = new Set<string>()

/** The shop of the gym signs with the same secret, for another audience. */
export function sign(
  { name, login, use }: { name: string; login: string; use: Use },
  seconds: number,
  audience: string = AUDIENCE,
): Promise<string> {
  return new SignJWT({ login, use })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setSubject(name)
    .setJti(randomUUID())
    .setIssuer('gym')
    .setAudience(audience)
    .setIssuedAt()
    .setExpirationTime(Math.floor(Date.now() / 1_000) + seconds)
    .sign(SECRET)
}

/** Both tokens of a login. */
export async function issue(name: string, login: string = randomUUID()): Promise<Tokens> {
  logins.add(login)
  return {
    access_token: await sign({ name, login, use: 'access' }, QUARTER),
    refresh_token: await sign({ name, login, use: 'refresh' }, MONTH),
  }
}

/** Ends a login: none of its tokens is good any more. */
export function end(login: string): void {
  logins.delete(login)
}

async function read(token: string): Promise<JWTPayload | null> {
  try {
    const { payload } = await jwtVerify(token, SECRET, { algorithms: ['HS256'], issuer: 'gym', audience: AUDIENCE })
    return payload
  } catch {
    return null
  }
}

/** The next tokens for a refresh token. The second use of one means that it was stolen, and ends the login. */
export async function renew(token: string): Promise<Tokens | null> {
  const claims = await read(token)
  if (claims === null || claims['use'] !== 'refresh') return null
  const { sub = '', jti = '' } = claims
  const login = String(claims['login'])
  if (!logins.has(login)) return null
  if (!(await isActive(sub))) return null
  if (used.has(jti)) {
    end(login)
    return null
  }
  used.add(jti)
  return issue(sub, login)
}

async function findCaller(_request: AuthRequest, token: string): Promise<Caller | null> {
  const claims = await read(token)
  if (claims === null) return null
  if (claims['use'] !== 'access') return null
  const login = String(claims['login'])
  if (!logins.has(login)) return null
  const name = claims.sub ?? ''
  if (!(await isActive(name))) return null
  const found = await findMember(name)
  return found === undefined ? null : { name, role: found.role, branch: found.branch, login }
}

/** People, by the access token of a login. */
export const member = bearer(findCaller, { name: 'Member' })
