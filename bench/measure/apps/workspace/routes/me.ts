import { route } from 'svc'

const operation = route('/me')

export const GET = operation({ summary: 'Who I am' }, ({ auth }) => ({ name: auth.name, role: auth.role }))
export const PUT = operation({ summary: 'Change the title', body: { title: String } }, ({ auth, body }) => ({
  name: auth.name,
  title: body.title,
}))
