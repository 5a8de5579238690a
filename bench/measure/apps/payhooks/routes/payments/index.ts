import { route } from 'svc'
import { all, payment } from '../../lib/payments.ts'

const operation = route('/payments')

export const GET = operation({ summary: 'Payments of the merchant' }, (request) => payment.filter(all(), request))
