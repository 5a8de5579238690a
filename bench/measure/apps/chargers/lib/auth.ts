import { createHash, randomUUID } from 'node:crypto'
import { AuthenticationError, AuthorizationError } from 'svc'
import { jwt, refreshTokens, signJwt, type TokenAnswer } from 'svc/identity'
import { type AuthRequest, constantTimeEqual } from 'svc/security'

export interface Driver {
  name: string
  role: string
  fleet: string
  scopes: readonly string[]
  login: string
}

interface Account {
  role: string
  fleet: string
  scope: string
  hash: string
  blocked?: boolean
}

// TODO: argon2
const hash = (text: string) => createHash('sha256').update(`chargers${text}`).digest('hex')

const accounts: Record<string, Account> = Object.assign(Object.create(null), {
  mia: {
    role: 'owner',
    fleet: 'north',
    scope: 'stations:* drive',
    hash: hash(process.env['MIA_PASSWORD'] ?? 'mia-volt-amp-11'),
  },
  tom: { role: 'manager', fleet: 'north', scope: 'stations:read stations:write drive', hash: hash('tom-volt-amp-22') },
  // from the time when there was one scope
  ida: { role: 'driver', fleet: 'north', scope: 'stations drive', hash: hash('ida-volt-amp-33') },
  raj: { role: 'driver', fleet: 'north-east', scope: 'stations:read drive', hash: hash('raj-volt-amp-44') },
  pia: { role: 'trial', fleet: 'south', scope: 'stations:read', hash: hash('pia-volt-amp-55') },
})

export const own = {
  issuer: 'chargers',
  audience: 'chargers-app',
  secret: process.env['CHARGERS_SECRET'] ?? 'chargers-4f0a61d2c9e87b35-dev-tokens',
}

const tokens = refreshTokens({
  sign: signJwt({ ...own, lifetime: 900 }),
  claims: ({ sub, sid }) => {
    const account = accounts[sub]
    return account !== undefined && !account.blocked && { sub, sid, scope: account.scope }
  },
})

/** logins that are over; the tokens of one live for 15 minutes */
const over = new Set<string>()

export const driver = jwt({
  ...own,
  name: 'Driver',
  map: ({ sub, sid, scope }): Driver | null => {
    const account = accounts[String(sub)]
    const login = String(sid)
    if (account === undefined || account.blocked || over.has(login)) return null
    return { name: String(sub), role: account.role, fleet: account.fleet, scopes: String(scope).split(' '), login }
  },
})

export async function logIn(request: AuthRequest, name: string, password: string): Promise<TokenAnswer> {
  const account = accounts[name]
  const ok = constantTimeEqual(hash(password), account?.hash ?? '')
  if (account === undefined || account.blocked || !ok) throw new AuthenticationError('Login failed')
  return tokens.issue(request, { sub: name, sid: randomUUID(), scope: account.scope })
}

export const refresh = (request: AuthRequest, token: string) => tokens.rotate(request, token)

export async function logOut(request: AuthRequest, { login }: Driver, token: string) {
  over.add(login)
  await tokens.revoke(request, token)
}

export function block(name: string, blocked: boolean) {
  const account = accounts[name]
  if (account === undefined) return false
  account.blocked = blocked
  return true
}

// ---- invitations

const invitations = [
  { code: process.env['INVITE_CODE'] ?? 'inv-north-7Q2M9X', fleet: 'north', role: 'driver', domain: 'volt.example' },
  { code: 'inv-south-4K8W1Z', fleet: 'south', role: 'driver', domain: 'ampere.example' },
]

export interface SignUp {
  code: string
  email: string
  password: string
  role?: string | undefined
}

export function register({ code, email, password }: SignUp) {
  const invitation = invitations.find((one) => constantTimeEqual(one.code, code))
  if (!invitation) throw new AuthorizationError('You need an invitation')
  const domain = email.slice(email.lastIndexOf('@') + 1)
  if (domain !== invitation.domain) throw new AuthorizationError('You need an invitation')
  const { role, fleet } = invitation
  accounts[email] ??= { role, fleet, scope: 'stations:read drive', hash: hash(password) }
  return { name: email, role, fleet }
}

// ---- guards

const RANKS = ['owner', 'manager', 'driver']

/** 'manager': managers and owners */
export const atLeast = (role: string) =>
  Object.defineProperty((user: Driver) => RANKS.slice(0, RANKS.indexOf(role) + 1).includes(user.role), 'name', {
    value: `atLeast(${role})`,
  })

/** a scope, or all that begin like it: stations:* */
const covers = (scope: string, need: string) =>
  scope === need || (scope.endsWith(':*') && need.startsWith(scope.slice(0, -1)))

export const mayWriteStations = ({ scopes }: Driver) => scopes.some((scope) => covers(scope, 'stations:write'))
