import { check } from 'svc/security'
import { clerk, isInService } from '../../lib/callers.ts'

export default check(clerk, isInService)
