import { operation } from 'svc'
import { all, check } from 'svc/security'
import { payoutDevice } from '../lib/payments.ts'
import { account, isHost } from '../lib/tokens.ts'

export const GET = operation(
  { summary: 'What hosts are paid, on the device of the office', auth: all(check(account, isHost), payoutDevice) },
  ({ auth: [host] }) => ({ host: host.id, euros: 1_240 }),
)
