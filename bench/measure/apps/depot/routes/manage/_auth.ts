import { check } from 'svc/security'
import { clerk } from '../../lib/staff.ts'

export default check(clerk, ({ isManager }) => isManager)
