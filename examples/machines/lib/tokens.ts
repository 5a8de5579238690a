import { errors, jwtVerify, SignJWT } from 'jose'
import { bearer } from 'svc/security'
import type { Client } from './clients.ts'

const secret = new TextEncoder().encode(process.env['TOKEN_SECRET'] ?? 'a secret of thirty-two bytes, or more')
const ISSUER = 'https://readings.example'

/** Seconds for which a token is valid. */
export const LIFETIME = 900

/** Claims of a token. */
export interface Claims {
  readonly sub: string
  readonly scopes: readonly string[]
}

export function issueToken({ name, scopes }: Client): Promise<string> {
  return new SignJWT({ scope: scopes.join(' ') })
    .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
    .setSubject(name)
    .setIssuer(ISSUER)
    .setAudience(ISSUER)
    .setExpirationTime(`${LIFETIME}s`)
    .sign(secret)
}

/** A token that `issueToken` made. */
export const accessToken = bearer(
  async (_request, token): Promise<Claims | null> => {
    try {
      const { payload } = await jwtVerify(token, secret, {
        issuer: ISSUER,
        audience: ISSUER,
        algorithms: ['HS256'],
        typ: 'at+jwt',
        requiredClaims: ['exp', 'sub', 'scope'],
      })
      return { sub: payload.sub ?? '', scopes: String(payload['scope']).split(' ') }
    } catch (error) {
      if (error instanceof errors.JOSEError) return null
      throw error
    }
  },
  { name: 'AccessToken' },
)

/** A guard for `check`. */
export const hasScope =
  (scope: string) =>
  ({ scopes }: { readonly scopes: readonly string[] }): boolean =>
    scopes.includes(scope)
