import { operation } from 'svc'
import { bank } from '../../lib/hooks.ts'

export const POST = operation(
  { summary: 'A transfer', auth: bank, body: { iban: String, cents: Number } },
  ({ auth }) => ({ taken: auth.delivery }),
)
