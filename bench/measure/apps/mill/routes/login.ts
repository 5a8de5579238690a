import { AuthenticationError, HttpError, operation } from 'svc'
import { findAccount, isPassword } from '../lib/accounts.ts'
import { issue } from '../lib/tokens.ts'
import { mayTry, noteFailure } from '../lib/tries.ts'

export const POST = operation(
  { summary: 'Log in', auth: null, body: { name: String, password: String } },
  (request) => {
    const { name, password } = request.body
    const who = request.clientAddress
    if (!mayTry(who)) throw new HttpError(429, 'Too many wrong passwords')
    if (!isPassword(name, password) || findAccount(name) === null) {
      noteFailure(who)
      throw new AuthenticationError('Wrong name or password')
    }
    return { token: issue(name) }
  },
)
