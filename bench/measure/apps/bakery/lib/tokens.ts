import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { type JWTPayload, jwtVerify, SignJWT } from 'jose'
import { type AuthRequest, bearer, named } from 'svc/security'
import { type Customer, findCustomer } from './customers.ts'

export interface Caller extends Customer {
  readonly login: string
}

const SECRET = new TextEncoder().encode(process.env['BAKERY_SECRET'] ?? 'bakery-secret-for-development-7e20c4d1')
const ISSUER = 'bakery'
const SHOP = 'shop'
const MINUTES = 60
const MONTH = 30 * 24 * 3_600

export const now = (): number => Math.floor(Date.now() / 1_000)

interface Row {
  readonly login: string
  readonly name: string
  readonly ends: number
  /** Seconds since 1970. */
  usedAt?: number
}

/** Logins that go on. */
const logins = new Set<string>()
/** Refresh tokens by their digests. */
const rows = new Map<string, Row>()

const digestOf = (token: string): string => createHash('sha256').update(token).digest('hex')

/** The newsletter and the till sign with the same secret, for audiences of their own. */
export function sign(
  claims: JWTPayload,
  seconds: number,
  audience: string = SHOP,
  issuer: string = ISSUER,
): Promise<string> {
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt()
    .setExpirationTime(now() + seconds)
    .sign(SECRET)
}

/** Begins a login. */
export function begin(name: string, login: string = randomUUID()) {
  logins.add(login)
  return issue(name, login, now() + MONTH)
}

async function issue(name: string, login: string, ends: number) {
  const refresh = randomBytes(24).toString('base64url')
  rows.set(digestOf(refresh), { login, name, ends })
  return { access_token: await sign({ sub: name, login }, 10 * MINUTES), refresh_token: refresh }
}

export function endLogin(login: string): void {
  logins.delete(login)
}

/** The next tokens. A used one that comes again is a copy: the login is over for both. */
export async function renew(token: string): Promise<Awaited<ReturnType<typeof begin>> | null> {
  const digest = digestOf(token)
  const row = rows.get(digest)
  if (row === undefined || row.ends <= now() || !logins.has(row.login)) return null
  if (row.usedAt !== undefined) {
    endLogin(row.login)
    return null
  }
  row.usedAt = now()
  return (await findCustomer(row.name)) && issue(row.name, row.login, row.ends)
}

async function read(token: string): Promise<JWTPayload | null> {
  try {
    const { payload } = await jwtVerify(token, SECRET, { algorithms: ['HS256'], issuer: ISSUER, audience: SHOP })
    return payload
  } catch {
    return null
  }
}

async function findCaller(_request: AuthRequest, token: string): Promise<Caller | null> {
  const claims = await read(token)
  if (claims === null) return null
  const login = claims['login']
  if (typeof login !== 'string' || !logins.has(login)) return null
  const found = await findCustomer(claims.sub ?? '')
  return found && { ...found, login }
}

/** Who is logged in. */
export const customer = bearer(findCaller, { name: 'Customer' })

/** For a link in a mail: says how far one order is, and nothing else. */
export const statusToken = (name: string, order: string): Promise<string> => sign({ sub: name, order }, MONTH)

async function readStatus(request: AuthRequest): Promise<{ readonly order: string } | null> {
  const [token, more] = request.url.searchParams.getAll('t')
  const claims = token === undefined || more !== undefined ? null : await read(token)
  const order = claims?.['order']
  return typeof order === 'string' ? { order } : null
}

export const statusLink = named('StatusLink', readStatus, { type: 'apiKey', in: 'query', name: 't' })
