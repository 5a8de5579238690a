import { route } from 'svc'

const operation = route('/admin/users/[name]')

export const resource = null

export const DELETE = operation({ summary: 'Remove a user at the end of the month' }, ({ auth, params }) => ({
  by: auth.name,
  removes: params.name,
}))
