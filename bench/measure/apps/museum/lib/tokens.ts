import { type JWTHeaderParameters, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import { type AuthRequest, bearer, named } from 'svc/security'
import { privateKeyOf, publicKeyOf } from './keys.ts'

export interface Guide {
  readonly name: string
  readonly museum: string
  readonly role: string
}

const AUDIENCE = 'museum'
const STAFF = 'staff+jwt'
const TICKET = 'ticket+jwt'

/** Signs as a museum, as its personnel program does. */
export async function sign(
  museum: string,
  claims: JWTPayload,
  { seconds = 900, audience = AUDIENCE, typ = STAFF }: { seconds?: number; audience?: string; typ?: string } = {},
): Promise<string> {
  const key = privateKeyOf(museum)
  if (key === undefined) throw new Error(`the museum ${museum} has no key`)
  return new SignJWT({ museum, ...claims })
    .setProtectedHeader({ alg: 'ES256', kid: museum, typ })
    .setAudience(audience)
    .setIssuedAt()
    .setExpirationTime(Math.floor(Date.now() / 1_000) + seconds)
    .sign(key)
}

export const signStaff = ({ name, museum, role }: Guide): Promise<string> => sign(museum, { sub: name, role })

export const signTicket = (museum: string, code: string): Promise<string> =>
  sign(museum, { sub: code }, { typ: TICKET, seconds: 86_400 })

function findKey({ kid = '' }: JWTHeaderParameters) {
  const key = publicKeyOf(kid)
  if (key === undefined) throw new Error('no such key')
  return key
}

/** The claims of a token, with the museum that signed it. */
async function read(token: string, typ: string): Promise<(JWTPayload & { readonly signer: string }) | null> {
  try {
    const { payload, protectedHeader } = await jwtVerify(token, findKey, {
      algorithms: ['ES256'],
      typ,
      audience: AUDIENCE,
    })
    const signer = protectedHeader.kid ?? ''
    return payload['museum'] === signer ? { ...payload, signer } : null
  } catch {
    return null
  }
}

async function findGuide(_request: AuthRequest, token: string): Promise<Guide | null> {
  const claims = await read(token, STAFF)
  if (claims === null) return null
  const { sub = '', role, signer } = claims
  return { name: sub, museum: signer, role: String(role) }
}

/** Who works in a museum. */
export const guide = bearer(findGuide, { name: 'Guide' })

async function readTicket({
  params,
  url,
}: AuthRequest): Promise<{ readonly code: string; readonly museum: string } | null> {
  const [token, more] = url.searchParams.getAll('ticket')
  const claims = token === undefined || more !== undefined ? null : await read(token, TICKET)
  if (claims === null) return null
  const code = claims.sub ?? ''
  return code === params['code'] ? { code, museum: claims.signer } : null
}

/** The link to a ticket. */
export const ticketLink = named('TicketLink', readTicket, { type: 'apiKey', in: 'query', name: 'ticket' })
