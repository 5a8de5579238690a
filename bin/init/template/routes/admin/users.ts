import { operation } from 'svc'
import { users } from '../../lib/users.ts'

export const GET = operation({ summary: 'List the users' }, () => users)
