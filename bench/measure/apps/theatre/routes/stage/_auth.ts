import { inherit } from 'svc'
import { check } from 'svc/security'
import { isCrew } from '../../lib/guards.ts'

export default check(inherit, isCrew)
