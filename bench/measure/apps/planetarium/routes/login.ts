import { AuthenticationError, operation } from 'svc'
import { cookieOf, setCookie } from '../lib/sessions.ts'
import { findVisitor, isPassword } from '../lib/visitors.ts'

// With a cookie that still runs, too: then it is the later end that counts.
export const POST = operation(
  { summary: 'Log in', auth: null, body: { email: String, password: String } },
  async ({ body, responseHeaders }) => {
    const isRight = await isPassword(body.email, body.password)
    const found = findVisitor(body.email)
    if (found === undefined || !isRight) throw new AuthenticationError('Wrong address or password')
    responseHeaders.append('set-cookie', setCookie(cookieOf(found)))
    return { name: found.name }
  },
)
