import { inherit } from 'svc'
import { partner } from '../../lib/partners.ts'

/** People and programs. */
export default [inherit, partner]
