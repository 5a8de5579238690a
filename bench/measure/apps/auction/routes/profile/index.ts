import { route } from 'svc'
import { accounts } from '../../lib/accounts.ts'

const operation = route('/profile')

export const GET = operation({ summary: 'Who I am' }, async ({ auth }) => {
  const row = await accounts.get(auth.name)
  return { name: auth.name, kind: auth.kind, display: row?.display }
})
