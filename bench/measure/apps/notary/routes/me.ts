import { route } from 'svc'
import { findAccount } from '../lib/accounts.ts'

const operation = route('/me')

export const GET = operation({ summary: 'Who I am' }, ({ auth }) => {
  const account = findAccount(auth.name)
  return { name: account?.name, role: account?.role, office: account?.office }
})
