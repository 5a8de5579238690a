import { HttpError, route } from 'svc'
import { users } from '../../_users.ts'

const operation = route('/admin/users/[id]')

export const GET = operation({ summary: 'Find one user', resource: null }, (request) => {
  const user = users.find(({ name }) => name === request.params.id)
  if (!user) throw new HttpError(404, 'No such user')
  return user
})
