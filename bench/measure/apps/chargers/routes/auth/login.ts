import { route } from 'svc'
import { logIn } from '../../lib/auth.ts'

const operation = route('/auth/login')

export const POST = operation({ body: { name: String, password: String } }, (request) =>
  logIn(request, request.body.name, request.body.password),
)
