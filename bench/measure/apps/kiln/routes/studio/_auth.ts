import { inherit } from 'svc'
import { check } from 'svc/security'
import { isMaster } from '../../lib/guards.ts'

export default check(inherit, isMaster)
