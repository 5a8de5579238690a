import { inherit } from 'svc'
import { check } from 'svc/security'
import { isCommittee } from '../../lib/guards.ts'

export default check(inherit, isCommittee)
