import { operation } from 'svc'
import { link } from '../../lib/machines.ts'

export const GET = operation(
  { summary: 'An invoice, by the link in a mail', auth: link },
  ({ auth }) => `Invoice ${auth.number}`,
)
