import { route } from 'svc'
import { customers } from '../../lib/people.ts'

const operation = route('/staff/customers')

export const GET = operation({ summary: 'Customers' }, () => customers())
