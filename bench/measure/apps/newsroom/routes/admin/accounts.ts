import { route } from 'svc'
import { names } from '../../lib/accounts.ts'

const operation = route('/admin/accounts')

export const GET = operation({ summary: 'All accounts' }, () => ({ accounts: names() }))
