import { operation } from 'svc'
import { type AuthRequest, constantTimeEqual, HttpBasicAuth } from 'svc/security'

class BasicAuth extends HttpBasicAuth {
  authenticate(_request: AuthRequest, username: string, password: string) {
    return username === 'admin' && constantTimeEqual(password, 'secret') ? username : null
  }
}

export const GET = operation({ summary: 'Name and password', auth: new BasicAuth() }, (request) => ({
  httpuser: request.auth,
}))
