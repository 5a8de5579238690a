import { route } from 'svc'

const operation = route('/whoami')

export const GET = operation({ summary: 'Who I am' }, ({ auth }) => ({
  name: auth.name,
  museum: auth.museum,
  role: auth.role,
}))
