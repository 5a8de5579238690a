import { route } from 'svc'
import { UserAnswer, UserChange } from '../lib/schemas.ts'
import { withToken } from '../lib/tokens.ts'
import { changeUser } from '../lib/users.ts'

const operation = route('/user')

export const GET = operation({ summary: 'Show yourself', response: UserAnswer }, async ({ auth }) => ({
  user: await withToken(auth),
}))

export const PUT = operation(
  { summary: 'Change yourself', body: UserChange, response: UserAnswer },
  async ({ auth, body }) => ({ user: await withToken(await changeUser(auth, body.user)) }),
)
