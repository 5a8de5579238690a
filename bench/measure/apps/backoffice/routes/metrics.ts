import { operation } from 'svc'
import { listCustomers } from '../lib/customers.ts'
import { collector } from '../lib/monitoring.ts'

export const GET = operation(
  { summary: 'Metrics', auth: collector },
  () => `customers_total ${listCustomers().length}\n`,
)
