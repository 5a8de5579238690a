import { randomUUID, scryptSync } from 'node:crypto'
import { AuthenticationError } from 'svc'
import { jwt, signJwt } from 'svc/identity'
import { constantTimeEqual } from 'svc/security'

export interface Rider {
  readonly name: string
  readonly role: string
  /** The login that the token is of. */
  readonly login: string
}

const hashOf = (name: string, password: string): string =>
  scryptSync(password, `ropeway:${name}`, 32, { N: 1_024 }).toString('hex')

function row(name: string, role: string, password: string): [string, { readonly role: string; readonly hash: string }] {
  return [name, { role, hash: hashOf(name, process.env[`${name.toUpperCase()}_PASSWORD`] ?? password) }]
}

const rows = new Map([
  row('selma', 'rider', 'selma-snow-boots-36'),
  row('timo', 'rider', 'timo-summit-cross-58'),
  row('gerd', 'staff', 'gerd-grease-gun-72'),
  row('ruth', 'chief', 'ruth-wind-gauge-49'),
])

const LIFETIME = 3_600
export const COOKIE = 'ropeway'

const own = {
  issuer: 'ropeway',
  audience: 'ropeway-web',
  secret: process.env['ROPEWAY_SECRET'] ?? 'ropeway-tokens-2026-c07b5e91da2f4836',
}
const sign = signJwt({ ...own, lifetime: LIFETIME })

/** Logins that were ended before their token was over. */
const ended = new Set<string>()

/** Riders and staff who are logged in on the pages: the token travels in a cookie. */
export const rider = jwt({
  ...own,
  name: 'Rider',
  in: { cookie: COOKIE },
  map: ({ sub, sid }): Rider | null => {
    const login = String(sid)
    const found = rows.get(String(sub))
    if (found === undefined || ended.has(login)) return null
    return { name: String(sub), role: found.role, login }
  },
})

/** The cookie of a login. */
export async function logIn(name: string, password: string): Promise<string> {
  const found = rows.get(name)
  const isRight = constantTimeEqual(found?.hash ?? '', hashOf(name, password))
  if (found === undefined || !isRight) throw new AuthenticationError('Wrong name or password')
  const token = await sign({ sub: name, sid: randomUUID() })
  return `${COOKIE}=${token}; Max-Age=${LIFETIME}; Path=/; HttpOnly; Secure; SameSite=Lax`
}

export function logOut({ login }: Rider): void {
  ended.add(login)
}
