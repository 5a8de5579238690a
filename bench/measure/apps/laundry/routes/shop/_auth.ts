import { inherit } from 'svc'
import { check } from 'svc/security'
import { isShop } from '../../lib/guards.ts'

export default check(inherit, isShop)
