import { randomUUID, scryptSync } from 'node:crypto'
import { AuthenticationError } from 'svc'
import { jwt, refreshTokens, signJwt, type TokenAnswer } from 'svc/identity'
import { type AuthRequest, constantTimeEqual } from 'svc/security'

export interface Member {
  readonly name: string
  readonly role: string
  readonly scope: string
  /** The login that the token is of. */
  readonly login: string
}

interface Row {
  readonly role: 'apprentice' | 'potter' | 'master'
  readonly scope: string
  readonly hash: string
}

const hashOf = (name: string, password: string): string =>
  scryptSync(password, `kiln:${name}`, 32, { N: 1_024 }).toString('hex')

function row(name: string, role: Row['role'], scope: string, password: string): [string, Row] {
  const hash = hashOf(name, process.env[`${name.toUpperCase()}_PASSWORD`] ?? password)
  return [name, { role, scope, hash }]
}

const rows = new Map<string, Row>([
  row('ines', 'potter', 'shelves:read firings:read firings:write', 'ines-celadon-bowl-41'),
  row('tove', 'potter', 'shelves:read firings:read firings:write', 'tove-salt-glaze-63'),
  // May look at firings, and begin none.
  row('jan', 'apprentice', 'shelves:read firings:read', 'jan-first-wheel-18'),
  row('magda', 'master', 'shelves:read firings:read firings:write', 'magda-cone-ten-90'),
  row('rolf', 'master', 'shelves:read firings:read firings:write', 'rolf-raku-smoke-27'),
])

/** Here for the fixtures and for development. */
const pem =
  process.env['KILN_KEY'] ??
  `-----BEGIN PRIVATE KEY-----
MC4CAQAwBQYDK2VwBCIEIC7nGnuq/5Jkgd9CqCvF/FYe9cB50+ESJUkk2+cYerse
-----END PRIVATE KEY-----
`

const own = { issuer: 'kiln', audience: 'kiln-api', typ: 'at+jwt', key: pem }

const tokens = refreshTokens({
  sign: signJwt({ ...own, lifetime: 600 }),
  lifetime: 7 * 24 * 3_600,
  claims: ({ sub, sid }) => {
    const found = rows.get(sub)
    return found !== undefined && { sub, sid, scope: found.scope }
  },
})

/** Logins that have ended; stands for a table. */
const ended = new Set<string>()
const isLive = async (login: string): Promise<boolean> => Promise.resolve(!ended.has(login))

/** A member by a token, with the role as of now. */
export const member = jwt({
  ...own,
  name: 'Member',
  map: async ({ sub, sid, scope }): Promise<Member | null> => {
    const login = String(sid)
    if (!(await isLive(login))) return null
    const found = rows.get(String(sub))
    if (found === undefined) return null
    return { name: String(sub), role: found.role, scope: String(scope ?? ''), login }
  },
})

export async function logIn(request: AuthRequest, name: string, password: string): Promise<TokenAnswer> {
  const found = rows.get(name)
  const isRight = constantTimeEqual(found?.hash ?? '', hashOf(name, password))
  if (found === undefined || !isRight) throw new AuthenticationError('Wrong name or password')
  return tokens.issue(request, { sub: name, sid: randomUUID(), scope: found.scope })
}

export const refresh = (request: AuthRequest, token: string): Promise<TokenAnswer> => tokens.rotate(request, token)

/** Ends the login: what it may read is over at once, not after ten minutes. */
export async function logOut(request: AuthRequest, login: string, token: string): Promise<void> {
  ended.add(login)
  await tokens.revoke(request, token)
}
