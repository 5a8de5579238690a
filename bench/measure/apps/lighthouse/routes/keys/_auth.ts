import { inherit } from 'svc'
import { check } from 'svc/security'
import { isKeeper } from '../../lib/guards.ts'

export default check(inherit, isKeeper)
