import { route } from 'svc'
import { loan } from '../../lib/loans.ts'

const operation = route('/loans/[id]')

export const GET = operation({ summary: 'One loan', resource: loan }, ({ resources }) => resources.loan)
