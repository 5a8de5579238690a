import { inherit, reply, route } from 'svc'
import { bid, bidsOf } from '../lib/lots.ts'
import { programFor } from '../lib/tokens.ts'

const operation = route('/bids')

export const GET = operation({ summary: 'My bids', auth: [inherit, programFor('bids:read')] }, ({ auth }) => ({
  bids: bidsOf(auth.name),
}))

export const POST = operation(
  { summary: 'A bid', auth: [inherit, programFor('bids:write')], body: { lot: String, amount: Number } },
  ({ auth, body }) => reply(201, bid(body.lot, auth.name, body.amount)),
)
