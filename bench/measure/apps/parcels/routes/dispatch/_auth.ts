import { check } from 'svc/security'
import { isDispatcher } from '../../lib/guards.ts'
import { driver } from '../../lib/tokens.ts'

export default check(driver, isDispatcher)
