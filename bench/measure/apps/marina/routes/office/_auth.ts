import { inherit } from 'svc'
import { check } from 'svc/security'
import { isOffice } from '../../lib/guards.ts'

export default check(inherit, isOffice)
