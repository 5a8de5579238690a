import { inherit, route } from 'svc'
import { accounts } from '../../../lib/accounts.ts'
import { programFor } from '../../../lib/tokens.ts'

const operation = route('/admin/users')

export const GET = operation({ summary: 'All users', auth: [inherit, programFor('users:read')] }, async () => ({
  users: await accounts.keys(),
}))
