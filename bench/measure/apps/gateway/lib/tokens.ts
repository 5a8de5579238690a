import { errors, jwtVerify, SignJWT } from 'jose'
import { bearer, constantTimeEqual, headerKey } from 'svc/security'
import { isOpen, open, renew } from './sessions.ts'
import { findUser, type User } from './users.ts'

const secret = new TextEncoder().encode(process.env['GATEWAY_SECRET'] ?? 'a secret of the gateway, 32 bytes at least')
const ISSUER = 'https://gateway.example'

export interface Caller extends User {
  readonly session: string
}

interface Tokens {
  readonly access_token: string
  readonly refresh_token: string
}

export function sign(subject: string, session: string, audience = 'gateway', end = '10m'): Promise<string> {
  return new SignJWT({ sid: session })
    .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
    .setSubject(subject)
    .setIssuer(ISSUER)
    .setAudience(audience)
    .setExpirationTime(end)
    .sign(secret)
}

export async function logIn(user: User): Promise<Tokens> {
  const { session, refresh } = open(user.id)
  return { access_token: await sign(user.id, session), refresh_token: refresh }
}

export async function refreshTokens(given: string): Promise<Tokens | null> {
  const next = await renew(given)
  return next === null ? null : { access_token: await sign(next.user, next.session), refresh_token: next.refresh }
}

async function read(token: string): Promise<{ readonly subject: string; readonly session: string } | null> {
  try {
    const { payload } = await jwtVerify(token, secret, {
      algorithms: ['HS256'],
      issuer: ISSUER,
      audience: 'gateway',
      requiredClaims: ['exp', 'sub', 'sid'],
      typ: 'at+jwt',
    })
    return { subject: String(payload.sub), session: String(payload['sid']) }
  } catch (error) {
    if (error instanceof errors.JOSEError) return null
    throw error
  }
}

async function findCaller(token: string): Promise<Caller | null> {
  const claims = await read(token)
  if (claims === null) return null
  if (!(await isOpen(claims.session))) return null
  const found = await findUser(claims.subject)
  if (found === undefined) return null
  const { id, scopes, isAdmin } = found
  return { id, scopes, isAdmin, session: claims.session }
}

/** Users, by the access token of a login. */
export const user = bearer((_request, token) => findCaller(token), { name: 'User' })

const serviceKeys: Readonly<Record<string, string>> = {
  billing: process.env['BILLING_KEY'] ?? 'svc_billing_b1d07c66f2',
  search: process.env['SEARCH_KEY'] ?? 'svc_search_c95ea3410d',
}

/** Other services: `name:key`. */
export const service = headerKey(
  'X-Service-Key',
  async (_request, given) => {
    const [name = '', key = ''] = given.split(':')
    const known = Object.hasOwn(serviceKeys, name) ? serviceKeys[name] : undefined
    return known !== undefined && constantTimeEqual(key, known) ? { service: name } : null
  },
  { name: 'ServiceKey' },
)
