import { inherit } from 'svc'
import { check } from 'svc/security'
import { hasScope } from '../../lib/guards.ts'

export default check(inherit, hasScope('tariffs:admin'))
