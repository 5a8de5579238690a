import { check } from 'svc/security'
import { isEngineer } from '../../lib/guards.ts'
import { operator } from '../../lib/operators.ts'

export default check(operator, isEngineer)
