import { inherit } from 'svc'
import { check } from 'svc/security'
import { isAdmin } from '../../lib/guards.ts'

export default check(inherit, isAdmin)
