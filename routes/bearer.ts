import { operation } from 'svc'
import { type AuthRequest, constantTimeEqual, HttpBearer } from 'svc/security'

class TokenAuth extends HttpBearer {
  // Whatever is truthy passes, and is what the handler finds in `request.auth`.
  authenticate(_request: AuthRequest, token: string) {
    return constantTimeEqual(token, 'supersecret') ? token : null
  }
}

export const GET = operation({ summary: 'Bearer token', auth: new TokenAuth() }, (request) => ({ token: request.auth }))
