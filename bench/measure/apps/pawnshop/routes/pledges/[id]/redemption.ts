import { reply, route } from 'svc'
import { ownPledge } from '../../../lib/pledges.ts'

const operation = route('/pledges/[id]/redemption')

export const POST = operation({ summary: 'Redeem a pledge', resource: ownPledge }, ({ resources }) =>
  reply(202, { redeemed: resources.pledge.id }),
)
