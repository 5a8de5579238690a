import { jwt, refreshTokens, signJwt, type TokenClaims } from 'svc/identity'
import { people, type Person } from './people.ts'

const SECRET = process.env['AIRPORT_JWT_SECRET'] ?? 'airport-development-secret-5b1f70c2e94d'
const own = { issuer: 'airport', audience: 'ground', secret: SECRET }

export const tokens = refreshTokens({ sign: signJwt(own) })

/** The person of a token as of now, in the role that was chosen at the login. */
async function findPerson({ sub = '', role }: TokenClaims): Promise<Person | null> {
  const found = await people.find(sub)
  if (found === undefined) return null
  return { ...found, role: typeof role === 'string' ? role : found.role }
}

/** People of the ground staff, by the access token of a login. */
export const staff = jwt({ ...own, map: findPerson, name: 'Staff' })
