import { inherit } from 'svc'
import { check } from 'svc/security'
import { isHeadOffice } from '../../lib/guards.ts'

export default check(inherit, isHeadOffice)
