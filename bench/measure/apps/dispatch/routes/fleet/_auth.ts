import { inherit } from 'svc'
import { check } from 'svc/security'
import { isAtDesk } from '../../lib/guards.ts'

export default check(inherit, isAtDesk)
