import { operation } from 'svc'
import { logIn } from '../lib/people.ts'

export const POST = operation({ summary: 'Log in', auth: null, body: { name: String, password: String } }, (request) =>
  logIn(request, request.body.name, request.body.password),
)
