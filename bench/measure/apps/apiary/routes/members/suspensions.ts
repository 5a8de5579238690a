import { HttpError, reply, route } from 'svc'
import { suspend } from '../../lib/keepers.ts'

const operation = route('/members/suspensions')

export const POST = operation({ summary: 'Suspend a member', body: { name: String } }, ({ auth, body }) => {
  if (body.name === auth.name) throw new HttpError(409, 'Wardens do not suspend themselves')
  if (!suspend(body.name)) throw new HttpError(404, 'There is no such member')
  return reply(201, { name: body.name, by: auth.name })
})
