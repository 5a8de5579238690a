import { inherit } from 'svc'
import { check } from 'svc/security'
import { atLeast } from '../../lib/auth.ts'

export default check(inherit, atLeast('manager'))
