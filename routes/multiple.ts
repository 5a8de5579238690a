import { operation } from 'svc'
import { type AuthRequest, constantTimeEqual, headerKey, queryKey } from 'svc/security'

function findToken(_request: AuthRequest, key: string) {
  return constantTimeEqual(key, 'supersecret') ? key : null
}

// A list is tried in order, and the first that passes wins. Each kind has a function form beside its class.
export const GET = operation(
  {
    summary: 'Key in the query or in a header',
    auth: [
      queryKey('api_key', findToken, { name: 'QueryToken' }),
      headerKey('X-API-Key', findToken, { name: 'HeaderToken' }),
    ],
  },
  (request) => `Token = ${request.auth}`,
)
