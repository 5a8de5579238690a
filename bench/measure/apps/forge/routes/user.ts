import { route } from 'svc'
import { findAccount } from '../lib/accounts.ts'

const operation = route('/user')

export const GET = operation({ summary: 'Who I am' }, ({ auth }) => ({
  name: auth.name,
  email: findAccount(auth.name)?.email,
  scopes: auth.scopes,
}))
