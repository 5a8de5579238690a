import { check } from 'svc/security'
import { account, isModerator } from '../../lib/tokens.ts'

export default check(account, isModerator)
