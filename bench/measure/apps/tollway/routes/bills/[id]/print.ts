import { route } from 'svc'
import { bill } from '../../../lib/machines.ts'

const operation = route('/bills/[id]/print')

export const GET = operation({ summary: 'A bill on paper', auth: bill }, ({ auth }) => `Bill ${auth.bill}: 18.40 EUR`)
