import { createHmac, randomUUID } from 'node:crypto'
import { type AuthRequest, constantTimeEqual, HttpBearer } from 'svc/security'
import { findPerson, type Person } from './people.ts'

export interface Caller extends Person {
  readonly login: string
}

interface Claims {
  readonly iss: string
  readonly sub: string
  readonly jti: string
  readonly login: string
  readonly use: string
  readonly exp: number
}

interface Tokens {
  readonly access_token: string
  readonly refresh_token: string
}

const CURRENT = process.env['KENNEL_KEY'] ?? 'kennel-signing-key-2026-b70c19f2d5e8'

/** Keys by their year; that of last year is good until its tokens are over. */
const keys = new Map<string, string>([
  ['2025', process.env['KENNEL_KEY_2025'] ?? 'kennel-signing-key-2025-46ad83e07b1f'],
  ['2026', CURRENT],
])
const TEN_MINUTES = 600
const MONTH = 30 * 24 * 3_600

/** A token that is right and over. */
export class Expired extends Error {
  override readonly name = 'Expired'
  readonly claims: Claims
  readonly seconds: number

  constructor(claims: Claims, seconds: number) {
    super('the token is over')
    this.claims = claims
    this.seconds = seconds
  }
}

const now = (): number => Math.floor(Date.now() / 1_000)
const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const mac = (key: string, text: string): string => createHmac('sha256', key).update(text).digest('base64url')

function decode(part: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString())
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}

export function sign(
  { name, login, use }: { name: string; login: string; use: string },
  seconds: number,
  iss: string = 'kennel',
): string {
  const claims: Claims = { iss, sub: name, jti: randomUUID(), login, use, exp: now() + seconds }
  const text = `${encode({ alg: 'HS256', typ: 'JWT', kid: '2026' })}.${encode(claims)}`
  return `${text}.${mac(CURRENT, text)}`
}

/** The claims of a token that is right. */
function open(token: string): Claims | null {
  const [head = '', body = '', signature = '', ...more] = token.split('.')
  const { alg, kid } = decode(head)
  if (alg !== 'HS256' || more.length > 0) return null
  const key = keys.get(String(kid))
  if (key === undefined) return null
  if (!constantTimeEqual(signature, mac(key, `${head}.${body}`))) return null
  const { iss, sub, jti, login, use, exp } = decode(body)
  if (iss !== 'kennel') return null
  if (typeof exp !== 'number') return null
  const claims = { iss, sub: String(sub), jti: String(jti), login: String(login), use: String(use), exp }
  if (exp <= now()) throw new Expired(claims, now() - exp)
  return claims
}

/** Logins that go on, and refresh tokens that were used, with the tokens that they gave: both stand for a table. */
const logins = new Set<string>()
const used = new Map<string, { readonly at: number; readonly tokens: Tokens }>()

/** Both tokens of a login. */
export function issue(name: string, login: string = randomUUID()): Tokens {
  logins.add(login)
  return {
    access_token: sign({ name, login, use: 'access' }, TEN_MINUTES),
    refresh_token: sign({ name, login, use: 'refresh' }, MONTH),
  }
}

export function end(login: string): void {
  logins.delete(login)
}

function openOrNull(token: string): Claims | null {
  try {
    return open(token)
  } catch {
    return null
  }
}

/** The next tokens for a refresh token, once. A second use means that it was copied, and ends the login. */
export function renew(token: string): Tokens | null {
  const claims = openOrNull(token)
  if (claims === null || claims.use !== 'refresh') return null
  if (!logins.has(claims.login)) return null
  const earlier = used.get(claims.jti)
  if (earlier !== undefined) {
    end(claims.login)
    return null
  }
  const tokens = issue(claims.sub, claims.login)
  used.set(claims.jti, { at: now(), tokens })
  return tokens
}

function toCaller(claims: Claims): Caller | null {
  if (claims.use !== 'access') return null
  if (!logins.has(claims.login)) return null
  const found = findPerson(claims.sub)
  return found === undefined ? null : { ...found, login: claims.login }
}

/** Owners of dogs and people of the kennel, by the access token of a login. */
class PersonAuth extends HttpBearer {
  override readonly name = 'Person'

  authenticate(_request: AuthRequest, token: string): Caller | null {
    try {
      const claims = open(token)
      return claims === null ? null : toCaller(claims)
    } catch (error) {
      if (!(error instanceof Expired)) throw error
      return null
    }
  }
}

export const person = new PersonAuth()
