import { inherit } from 'svc'
import { check } from 'svc/security'
import { atLeast } from '../../lib/guards.ts'

export default check(inherit, atLeast('admin'))
