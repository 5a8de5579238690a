import { route } from 'svc'
import { accounts } from '../../../lib/accounts.ts'

const operation = route('/admin/users/[name]')

export const resource = null

export const PATCH = operation(
  { summary: 'Block a user, or make one an administrator', body: { isBlocked: Boolean, isAdmin: Boolean } },
  async ({ params, body }) => {
    await accounts.update(params.name, { isBlocked: body.isBlocked, isAdmin: body.isAdmin })
    return { name: params.name, ...body }
  },
)
