import { inherit } from 'svc'
import { check } from 'svc/security'
import { isController } from '../../lib/guards.ts'

export default check(inherit, isController)
