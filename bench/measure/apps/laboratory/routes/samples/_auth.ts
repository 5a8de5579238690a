import { inherit } from 'svc'
import { check } from 'svc/security'
import { handlesSamples } from '../../lib/guards.ts'

export default check(inherit, handlesSamples)
