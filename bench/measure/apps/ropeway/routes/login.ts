import { operation, reply } from 'svc'
import { logIn } from '../lib/riders.ts'

export const POST = operation(
  { summary: 'Log in', auth: null, body: { name: String, password: String } },
  async ({ body }) => reply(200, { name: body.name }, { 'set-cookie': await logIn(body.name, body.password) }),
)
