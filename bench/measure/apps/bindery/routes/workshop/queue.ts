import { inherit, route } from 'svc'
import { check } from 'svc/security'
import { isInWorkshop } from '../../lib/guards.ts'
import { waiting } from '../../lib/orders.ts'

const operation = route('/workshop/queue')

export const GET = operation({ summary: 'What waits', auth: check(inherit, isInWorkshop) }, () => waiting())
