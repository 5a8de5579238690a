import { createHash, randomUUID } from 'node:crypto'
import { type JWTPayload, jwtVerify, SignJWT } from 'jose'
import { type AuthRequest, bearer, constantTimeEqual } from 'svc/security'
import { findPerson, type Person } from './people.ts'

export interface Caller extends Person {
  readonly login: string
}

interface Tokens {
  readonly access_token: string
  readonly refresh_token: string
}

interface Renewal {
  readonly name: string
  readonly login: string
  readonly digest: string
  isUsed: boolean
}

/** Access tokens are for this API; receipts are links in mails, for the page that prints them. */
type Use = 'access' | 'receipt'

const SECRET = new TextEncoder().encode(process.env['JWT_SECRET'] ?? 'parking-secret-for-development-6b2e90d7')
const AUDIENCE = 'parking-app'
const QUARTER = 15 * 60

/** Both stand for a table: logins that go on, and refresh tokens by the part before the point. */
const logins = new Set<string>()
const renewals = new Map<string, Renewal>()

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/** The kiosks in the garages sign with the same secret, for an audience of their own. */
export function sign(
  { name, login, use }: { name: string; login: string; use: Use },
  seconds: number,
  audience = 'parking-app',
): Promise<string> {
  return new SignJWT({ login, use })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setSubject(name)
    .setIssuer('parking')
    .setAudience(audience)
    .setIssuedAt()
    .setExpirationTime(Math.floor(Date.now() / 1_000) + seconds)
    .sign(SECRET)
}

/** Both tokens of a login. */
export async function issue(name: string, login: string = randomUUID()): Promise<Tokens> {
  logins.add(login)
  const [id, secret] = [randomUUID(), randomUUID()]
  renewals.set(id, { name, login, digest: digestOf(secret), isUsed: false })
  return { access_token: await sign({ name, login, use: 'access' }, QUARTER), refresh_token: `${id}.${secret}` }
}

/** Ends a login: none of its tokens is good any more. */
export function end(login: string): void {
  logins.delete(login)
}

function isSecretOf({ digest }: Renewal, secret: string): boolean {
  return constantTimeEqual(digest, digestOf(secret))
}

/** The next tokens for a refresh token. The second use of one means that it was copied, and ends the login. */
export async function renew(token: string): Promise<Tokens | null> {
  const [id = '', secret = ''] = token.split('.')
  const row = renewals.get(id)
  if (row === undefined) return null
  if (!isSecretOf(row, secret)) return null
  if (!logins.has(row.login)) return null
  if (row.isUsed) {
    end(row.login)
    return null
  }
  row.isUsed = true
  const found = await findPerson(row.name)
  return found === undefined ? null : issue(row.name, row.login)
}

async function read(token: string): Promise<JWTPayload | null> {
  try {
    const { payload } = await jwtVerify(token, SECRET, {
      algorithms: ['HS256'],
      issuer: 'parking',
      audience: AUDIENCE,
      requiredClaims: ['sub', 'exp'],
    })
    return payload
  } catch {
    return null
  }
}

async function findCaller(_request: AuthRequest, token: string): Promise<Caller | null> {
  const claims = await read(token)
  if (claims === null) return null
  if (claims['use'] !== 'access') return null
  const login = String(claims['login'])
  if (!logins.has(login)) return null
  const found = await findPerson(claims.sub ?? '')
  return found === undefined ? null : { ...found, login }
}

/** People, by the access token of a login. */
export const person = bearer(findCaller, { name: 'Person' })
