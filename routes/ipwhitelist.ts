import { operation } from 'svc'
import type { AuthRequest } from 'svc/security'

const allowed: ReadonlySet<string> = new Set(['127.0.0.1'])

// Any function of the request is an authenticator.
function ipWhitelist(request: AuthRequest) {
  return allowed.has(request.clientAddress) ? request.clientAddress : null
}

export const GET = operation(
  { summary: 'Address of the client', auth: ipWhitelist },
  (request) => `Authenticated client, IP = ${request.auth}`,
)
