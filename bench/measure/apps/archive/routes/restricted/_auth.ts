import { inherit } from 'svc'
import { check } from 'svc/security'
import { isCleared } from '../../lib/guards.ts'

export default check(inherit, isCleared)
