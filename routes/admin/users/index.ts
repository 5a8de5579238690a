import { operation } from 'svc'
import { users } from '../../_users.ts'

export const GET = operation({ summary: 'List the users' }, () => users)
