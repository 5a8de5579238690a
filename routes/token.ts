import { AuthenticationError, Form, operation } from 'svc'
import { constantTimeEqual } from 'svc/security'

// `null` is public: it replaces the global authenticator.
export const POST = operation(
  { summary: 'Ask for a token', auth: null, body: Form({ username: String, password: String }) },
  ({ body }) => {
    if (body.username === 'admin' && constantTimeEqual(body.password, 'secret')) return { token: 'supersecret' }
    throw new AuthenticationError('Wrong username or password')
  },
)
