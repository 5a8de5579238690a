import { check } from 'svc/security'
import { partner } from '../../lib/keys.ts'
import { mayReport } from '../../lib/scopes.ts'

export default check(partner, mayReport)
