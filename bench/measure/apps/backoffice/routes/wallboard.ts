import { operation } from 'svc'
import { listCustomers } from '../lib/customers.ts'
import { wallboard } from '../lib/monitoring.ts'

export const GET = operation({ summary: 'The screen in the corridor', auth: wallboard }, () => ({
  newest: listCustomers().at(-1)?.name,
}))
