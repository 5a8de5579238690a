import { route } from 'svc'
import { listAccounts } from '../../../lib/accounts.ts'

const operation = route('/site/users')

export const GET = operation({ summary: 'All accounts' }, () => listAccounts())
