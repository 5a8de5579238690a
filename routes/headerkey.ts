import { operation } from 'svc'
import { APIKeyHeader, type AuthRequest, constantTimeEqual } from 'svc/security'

class HeaderKey extends APIKeyHeader {
  override readonly paramName = 'X-API-Key'

  authenticate(_request: AuthRequest, key: string) {
    return constantTimeEqual(key, 'supersecret') ? key : null
  }
}

export const GET = operation(
  { summary: 'Key in a header', auth: new HeaderKey() },
  (request) => `Token = ${request.auth}`,
)
