import { operation } from 'svc'
import { APIKeyQuery, type AuthRequest, constantTimeEqual } from 'svc/security'

const clients = [{ name: 'Acme', key: 'supersecret' }]

class ClientKey extends APIKeyQuery {
  override readonly paramName = 'api_key'

  // Not only a token: any object may become `request.auth`.
  authenticate(_request: AuthRequest, key: string) {
    return clients.find((client) => constantTimeEqual(client.key, key))
  }
}

export const GET = operation(
  { summary: 'Key in the query', auth: new ClientKey() },
  (request) => `Hello ${request.auth.name}`,
)
