import { inherit } from 'svc'
import { check } from 'svc/security'
import { worksInCellar } from '../../lib/guards.ts'

export default check(inherit, worksInCellar)
