import { inherit } from 'svc'
import { check } from 'svc/security'
import { isStaff } from '../../lib/guards.ts'

export default check(inherit, isStaff)
