import { inherit } from 'svc'
import { check } from 'svc/security'
import { atLeast } from '../../lib/keys.ts'

export default check(inherit, atLeast('admin'))
