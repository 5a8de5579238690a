import { operation } from 'svc'
import { all } from 'svc/security'
import { officeDesk } from '../../lib/guards.ts'
import { office } from '../../lib/keys.ts'

export const GET = operation(
  { summary: 'Blanks in stock', auth: all(office, officeDesk) },
  ({ auth: [, { desk }] }) => ({
    desk,
    blanks: 412,
  }),
)
