import { inherit } from 'svc'
import { check } from 'svc/security'
import { isTeam } from '../../lib/guards.ts'

export default check(inherit, isTeam)
