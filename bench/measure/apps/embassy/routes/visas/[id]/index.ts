import { inherit, route } from 'svc'
import { applicant } from '../../../lib/applicants.ts'

const operation = route('/visas/[id]')

export const GET = operation({ summary: 'One visa', auth: [inherit, applicant] }, ({ resources }) => resources.visa)
