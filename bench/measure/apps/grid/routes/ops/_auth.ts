import { inherit } from 'svc'
import { check } from 'svc/security'
import { isOperator } from '../../lib/guards.ts'

export default check(inherit, isOperator)
