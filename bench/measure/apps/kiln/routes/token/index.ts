import { Form, operation } from 'svc'
import { logIn } from '../../lib/members.ts'

export const POST = operation(
  { summary: 'Log in', auth: null, body: Form({ username: String, password: String }) },
  (request) => logIn(request, request.body.username, request.body.password),
)
