import { inherit } from 'svc'
import { check } from 'svc/security'
import { may } from '../../lib/guards.ts'

export default check(inherit, may('tickets:write'))
