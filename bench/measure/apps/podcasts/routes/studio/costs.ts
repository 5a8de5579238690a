import { inherit, route } from 'svc'
import { check } from 'svc/security'
import { seesCosts } from '../../lib/guards.ts'

const operation = route('/studio/costs')

export const GET = operation({ summary: 'Costs', auth: check(inherit, seesCosts) }, () => ({ euros: 8_400 }))
