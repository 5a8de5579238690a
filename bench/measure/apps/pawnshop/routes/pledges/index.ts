import { reply, route } from 'svc'
import { customer } from '../../lib/callers.ts'
import { allPledges, pawn, pledge } from '../../lib/pledges.ts'

const operation = route('/pledges')

export const GET = operation({ summary: 'Pledges' }, async (request) => ({
  pledges: await pledge.filter(allPledges(), request),
}))

export const POST = operation({ summary: 'Pawn a thing', auth: customer, body: { thing: String } }, (request) => {
  const { auth, body } = request
  return reply(201, pawn(auth.name, auth.branch, body.thing))
})
