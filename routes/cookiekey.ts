import { operation } from 'svc'
import { APIKeyCookie, type AuthRequest, constantTimeEqual } from 'svc/security'

class CookieKey extends APIKeyCookie {
  override readonly paramName = 'X-API-KEY'

  authenticate(_request: AuthRequest, key: string) {
    return constantTimeEqual(key, 'supersecret') ? key : null
  }
}

export const GET = operation(
  { summary: 'Key in a cookie', auth: new CookieKey() },
  (request) => `Token = ${request.auth}`,
)
