import { operation } from 'svc'
import { check } from 'svc/security'
import { hasScope } from '../../../lib/guards.ts'
import { user } from '../../../lib/tokens.ts'

/** The office counts, with its own tokens. */
export const GET = operation(
  { summary: 'All meters in stock', auth: check(user, hasScope('tariffs:admin')) },
  ({ auth }) => ({ by: auth.name, meters: 340 }),
)
