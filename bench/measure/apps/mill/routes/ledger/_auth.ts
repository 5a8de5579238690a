import { inherit } from 'svc'
import { check } from 'svc/security'
import { isMiller } from '../../lib/guards.ts'

export default check(inherit, isMiller)
