import { check } from 'svc/security'
import { isStaff } from '../../lib/roles.ts'
import { person } from '../../lib/tokens.ts'

export default check(person, isStaff)
