import { AuthenticationError, operation } from 'svc'
import { login } from 'svc/security'
import { isPasswordOf, loadAccount } from '../lib/accounts.ts'

export const POST = operation(
  { summary: 'Log in', auth: null, body: { name: String, password: String } },
  async (request) => {
    const { name, password } = request.body
    const isRight = await isPasswordOf(name, password)
    const account = await loadAccount({ user: { name } })
    if (account === null || !isRight) throw new AuthenticationError('Wrong name or password')
    await login(request, account)
    return { name }
  },
)
