import { inherit } from 'svc'
import { all, check } from 'svc/security'
import { isClerk } from '../../lib/guards.ts'
import { terminal } from '../../lib/keys.ts'

/** A clerk, at the terminal of a counter. */
export default all(check(inherit, isClerk), terminal)
