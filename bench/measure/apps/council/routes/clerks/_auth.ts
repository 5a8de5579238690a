import { inherit } from 'svc'
import { check } from 'svc/security'
import { isClerk } from '../../lib/guards.ts'

export default check(inherit, isClerk)
