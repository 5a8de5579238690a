import { operation, reply } from 'svc'
import { NewUser, UserAnswer } from '../../lib/schemas.ts'
import { withToken } from '../../lib/tokens.ts'
import { addUser } from '../../lib/users.ts'

export const POST = operation(
  { summary: 'Register', auth: null, body: NewUser, response: { 201: UserAnswer } },
  async ({ body }) => reply(201, { user: await withToken(await addUser(body.user)) }),
)
