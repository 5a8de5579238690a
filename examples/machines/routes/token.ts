import { operation } from 'svc'
import { clientPassword } from '../lib/clients.ts'
import { issueToken, LIFETIME } from '../lib/tokens.ts'

// OAuth 2.0 client credentials (RFC 6749 section 4.4): name and key by HTTP Basic.
export const POST = operation({ summary: 'Get a token', auth: clientPassword }, async ({ auth }) => ({
  access_token: await issueToken(auth),
  token_type: 'Bearer',
  expires_in: LIFETIME,
}))
