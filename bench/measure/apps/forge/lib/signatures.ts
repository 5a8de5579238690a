import { createHmac } from 'node:crypto'
import { type AuthRequest, constantTimeEqual, named } from 'svc/security'

const hookSecret = process.env['HOOK_SECRET'] ?? 'hook-secret-0c9d'
const linkSecret = process.env['LINK_SECRET'] ?? 'link-secret-7ab2'

export function signHook(body: string): string {
  return `sha256=${createHmac('sha256', hookSecret).update(body).digest('hex')}`
}

/** An HMAC of the body in `X-Hub-Signature-256`. */
export const hookSignature = named(
  'HookSignature',
  async (request: AuthRequest) => {
    const given = request.headers.get('x-hub-signature-256')
    const expected = signHook(await request.text())
    if (given === null || !constantTimeEqual(given, expected)) return null
    return { hook: 'ci' }
  },
  { type: 'apiKey', in: 'header', name: 'X-Hub-Signature-256' },
)

export function signLink(owner: string, name: string, expires: string): string {
  return createHmac('sha256', linkSecret).update(`${owner}/${name}?${expires}`).digest('hex')
}

/** A link to an archive, which can be given to people without an account until it expires. */
export const signedLink = named(
  'SignedLink',
  ({ params, query }: AuthRequest) => {
    const { owner = '', name = '' } = params
    const expires = String(query['expires'])
    const signature = String(query['signature'])
    if (!(Number(expires) > Date.now() / 1000)) return null
    return constantTimeEqual(signature, signLink(owner, name, expires)) ? { archive: `${owner}/${name}` } : null
  },
  { type: 'apiKey', in: 'query', name: 'signature' },
)
