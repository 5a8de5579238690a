import { check } from 'svc/security'
import { isSiteAdmin, userToken } from '../../lib/tokens.ts'

export default check(userToken, isSiteAdmin)
