import { inherit, route } from 'svc'
import { check } from 'svc/security'
import { auditTrail } from '../lib/acting.ts'
import { isManager } from '../lib/guards.ts'

const operation = route('/audit')

export const GET = operation({ summary: 'Who acted for whom', auth: check(inherit, isManager) }, () => auditTrail())
