import { reply, route } from 'svc'

const operation = route('/admin/users/[name]')

export const DELETE = operation({ summary: 'Remove a member' }, () => reply(204, null))
