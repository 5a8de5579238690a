import { check, fwAuth } from 'svc/security'
import { mayEnterVault } from '../../lib/guards.ts'

export default check(fwAuth, mayEnterVault)
