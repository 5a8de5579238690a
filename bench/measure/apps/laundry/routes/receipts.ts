import { operation } from 'svc'
import { receipt } from '../lib/machines.ts'

export const GET = operation(
  { summary: 'A receipt', auth: receipt },
  ({ auth }) => `Receipt ${auth.receipt}: 12.00 EUR, thank you`,
)
