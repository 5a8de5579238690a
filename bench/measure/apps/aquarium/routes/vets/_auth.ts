import { inherit } from 'svc'
import { check } from 'svc/security'
import { isVet } from '../../lib/keepers.ts'

export default check(inherit, isVet)
