import { operation } from 'svc'
import { auctionHouse, isNew } from '../../lib/auction.ts'

// An event that comes again gets the same status: the auction house stops to send it then.
export const POST = operation(
  { summary: 'A thing was sold', auth: auctionHouse, body: { event: String } },
  ({ body }) => ({ isNew: isNew(body.event) }),
)
