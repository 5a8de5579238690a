import { createHash, randomBytes } from 'node:crypto'
import { AuthenticationError, AuthorizationError } from 'svc'
import { type AuthRequest, constantTimeEqual, named } from 'svc/security'
import { findUser, type User } from './users.ts'

interface Session {
  readonly id: string
  readonly email: string
  readonly csrf: string
  seen: number
}

interface Token {
  readonly id: string
  readonly email: string
  readonly mode: 'read' | 'write'
}

export interface Caller extends User {
  /** The session, if it is one. */
  readonly session: string | undefined
  /** Its token against forged requests. */
  readonly csrf: string | undefined
}

const IDLE = 30 * 60_000

const sessions = new Map<string, Session>()

const digest = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Tokens for programs of law firms, by their digest. */
const tokens = new Map<string, Token>([
  [
    digest(process.env['PETRA_TOKEN'] ?? 'trb_petra_5e81c07fd92b'),
    { id: 'tk-1', email: 'petra@law.example', mode: 'write' },
  ],
  [
    digest(process.env['READ_TOKEN'] ?? 'trb_petra_read_c4a90b17'),
    { id: 'tk-2', email: 'petra@law.example', mode: 'read' },
  ],
  [
    digest(process.env['OMAR_TOKEN'] ?? 'trb_omar_91fe3d62a80c'),
    { id: 'tk-3', email: 'omar@law.example', mode: 'write' },
  ],
])

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

export function beginSession(email: string): Session {
  const session = {
    id: randomBytes(24).toString('base64url'),
    email,
    csrf: randomBytes(18).toString('base64url'),
    seen: Date.now(),
  }
  sessions.set(session.id, session)
  return session
}

export function endSession({ session }: Caller): void {
  sessions.delete(session ?? '')
}

export function makeToken(email: string, mode: Token['mode']): { readonly id: string; readonly token: string } {
  const token = `trb_${randomBytes(18).toString('hex')}`
  const id = `tk-${randomBytes(6).toString('hex')}`
  tokens.set(digest(token), { id, email, mode })
  return { id, token }
}

export function revokeToken(id: string, email: string): boolean {
  for (const [key, token] of tokens) {
    if (token.id === id && token.email === email) return tokens.delete(key)
  }
  return false
}

const isOver = ({ seen }: Session): boolean => Date.now() - seen > IDLE

function findSession(id: string): Session | undefined {
  const session = sessions.get(id)
  if (session === undefined || isOver(session)) return undefined
  session.seen = Date.now()
  return session
}

/** The cookie of a browser; a change needs the token that its login answered with, too. */
export const browserSession = named(
  'browserSession',
  function browserSession(request: AuthRequest): Caller | null {
    const session = findSession(request.cookies['tsid'] ?? '')
    const user = session && findUser(session.email)
    if (session === undefined || user === undefined) return null
    const given = request.headers.get('x-csrf-token') ?? ''
    if (!SAFE.has(request.method) && !constantTimeEqual(given, session.csrf)) throw new AuthorizationError('CSRF')
    return { ...user, session: session.id, csrf: session.csrf }
  },
  { type: 'apiKey', in: 'cookie', name: 'tsid' },
)

const findToken = (key: string): Token | undefined => tokens.get(key)

/** `Authorization: Bearer trb_…`. */
export const programToken = named(
  'programToken',
  async function programToken(request: AuthRequest): Promise<Caller | null> {
    const [, given = ''] = /^bearer ([\w.-]+)$/i.exec(request.headers.get('authorization') ?? '') ?? []
    const token = await Promise.resolve(findToken(digest(given)))
    const user = token && findUser(token.email)
    if (token === undefined || user === undefined) return null
    const method = request.method
    if (token.mode === 'read' && !SAFE.has(method)) throw new AuthorizationError('This token may only read')
    return { ...user, session: undefined, csrf: undefined }
  },
  { type: 'http', scheme: 'bearer' },
)

export const requireUser = [browserSession, programToken] as const

/** As the old `ensureRole('clerk')` did. */
export async function requireClerk(request: AuthRequest): Promise<Caller> {
  const user = browserSession(request)
  if (user === null) throw new AuthenticationError()
  if (!mayWork(user)) throw new AuthorizationError()
  return user
}

const mayWork = ({ role, onLeave }: User): boolean => (role === 'clerk' || role === 'judge') && !onLeave
