import { inherit } from 'svc'
import { check } from 'svc/security'
import { isInStudio } from '../../lib/guards.ts'

export default check(inherit, isInStudio)
