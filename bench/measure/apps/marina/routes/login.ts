import { AuthenticationError, operation } from 'svc'
import { checkPassword, issue, WrongPassword } from '../lib/holders.ts'

export const POST = operation(
  { summary: 'Log in', auth: null, body: { name: String, password: String } },
  async ({ body: { name, password } }) => {
    try {
      await checkPassword(name, password)
    } catch (error) {
      if (!(error instanceof WrongPassword)) throw error
      throw new AuthenticationError('Wrong name or password')
    }
    return { token: issue(name) }
  },
)
