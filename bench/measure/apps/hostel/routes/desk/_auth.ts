import { inherit } from 'svc'
import { check } from 'svc/security'
import { isWarden } from '../../lib/guards.ts'

export default check(inherit, isWarden)
