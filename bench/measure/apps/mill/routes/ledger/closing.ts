import { route } from 'svc'
import { all, check } from 'svc/security'
import { isOwnPin, pin } from '../../lib/pins.ts'
import { account } from '../../lib/tokens.ts'

const operation = route('/ledger/closing')

export const POST = operation(
  { summary: 'Close the day', auth: check(all(account, pin), isOwnPin), body: { day: String } },
  ({ auth: [caller], body }) => ({ closed: body.day, by: caller.name }),
)
