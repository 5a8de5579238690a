import { AuthenticationError, operation } from 'svc'
import { login } from 'svc/security'
import { findByPassword } from '../lib/keepers.ts'

// A login in a running session begins another one.
export const POST = operation(
  { summary: 'Log in', auth: null, body: { name: String, password: String } },
  async (request) => {
    const found = findByPassword(request.body.name, request.body.password)
    if (found === null) throw new AuthenticationError('Wrong name or password')
    await login(request, { name: found.name, role: found.role })
    return { name: found.name }
  },
)
