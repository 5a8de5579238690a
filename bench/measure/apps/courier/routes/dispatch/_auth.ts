import { inherit } from 'svc'
import { check } from 'svc/security'
import { isDispatcher } from '../../lib/guards.ts'

export default check(inherit, isDispatcher)
