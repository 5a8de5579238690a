import { errors, jwtVerify, SignJWT } from 'jose'
import { bearer } from 'svc/security'
import { findAccount, type Account } from './accounts.ts'

const secret = new TextEncoder().encode(process.env['CLINIC_SECRET'] ?? 'clinic secret of thirty-two bytes and more')
const options = { issuer: 'clinic', audience: 'clinic', algorithms: ['HS256'], requiredClaims: ['exp', 'sub'] }

export function issueToken({ name }: Account): Promise<string> {
  return new SignJWT({})
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(name)
    .setIssuer('clinic')
    .setAudience('clinic')
    .setExpirationTime('30m')
    .sign(secret)
}

async function readToken(token: string): Promise<string | null> {
  try {
    const { payload } = await jwtVerify(token, secret, options)
    return payload.sub ?? null
  } catch (error) {
    if (error instanceof errors.JOSEError) return null
    throw error
  }
}

/** Patients and staff, by the token that POST /login gives. */
export const person = bearer(
  async (_request, token): Promise<Account | null> => {
    const name = await readToken(token)
    const account = name === null ? undefined : findAccount(name)
    return account === undefined ? null : { name: account.name, role: account.role }
  },
  { name: 'Person' },
)
