import { check } from 'svc/security'
import { isAdmin } from '../../lib/guards.ts'
import { user } from '../../lib/tokens.ts'

export default check(user, isAdmin)
