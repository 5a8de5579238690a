import { operation } from 'svc'
import { sheet } from '../../lib/partners.ts'

export const GET = operation(
  { summary: 'Readings for a spreadsheet', auth: sheet },
  ({ auth }) => `tenant;kwh\n${auth.tenant};412\n`,
)
