import { route } from 'svc'

const operation = route('/profile')

export const GET = operation({ summary: 'Who I am' }, ({ auth }) => ({ name: auth.name, role: auth.role }))

export const PUT = operation({ summary: 'My byline', body: { byline: String } }, ({ auth, body }) => ({
  name: auth.name,
  byline: body.byline,
}))
