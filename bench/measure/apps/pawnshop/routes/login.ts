import { operation } from 'svc'
import { logIn } from '../lib/callers.ts'

export const POST = operation(
  { summary: 'Log in', auth: null, body: { name: String, password: String } },
  ({ body: { name, password } }) => logIn(name, password),
)
