import { HttpError, operation, reply } from 'svc'
import { addUser } from '../../lib/users.ts'

export const POST = operation(
  { summary: 'Sign up', auth: null, body: { username: String, password: String } },
  async ({ body: { username, password } }) => {
    if (password.length < 8) throw new HttpError(422, 'A password has 8 characters or more')
    if (!(await addUser(username, password))) throw new HttpError(409, 'This name is taken')
    return reply(201, { username })
  },
)
