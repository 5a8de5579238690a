import { route } from 'svc'
import { logIn } from '../../lib/accounts.ts'

const operation = route('/auth/login')

export const POST = operation({ summary: 'Log in', body: { name: String, password: String } }, (request) =>
  logIn(request, request.body.name, request.body.password),
)
