import { check } from 'svc/security'
import { worker } from '../../lib/tokens.ts'
import { atLeast } from '../../lib/workers.ts'

export default check(worker, atLeast('foreman'))
