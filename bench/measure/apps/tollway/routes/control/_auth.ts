import { inherit } from 'svc'
import { check } from 'svc/security'
import { isControl } from '../../lib/people.ts'

export default check(inherit, isControl)
