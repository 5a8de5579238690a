import { inherit } from 'svc'
import { check } from 'svc/security'
import { isBlastInspector } from '../../lib/guards.ts'

export default check(inherit, isBlastInspector)
