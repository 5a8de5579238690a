import { inherit } from 'svc'
import { check } from 'svc/security'
import { isTower } from '../../lib/guards.ts'

export default check(inherit, isTower)
