import { reply, route } from 'svc'
import { blockAccount } from '../../../lib/accounts.ts'

const operation = route('/site/users/[name]')

export const DELETE = operation({ summary: 'Block an account' }, ({ params }) => {
  blockAccount(params.name)
  return reply(204, null)
})
