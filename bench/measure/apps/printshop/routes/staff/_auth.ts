import { check, fwAuth } from 'svc/security'
import { isStaff } from '../../lib/guards.ts'

export default check(fwAuth, isStaff)
