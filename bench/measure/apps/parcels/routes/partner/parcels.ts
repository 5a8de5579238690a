import { inherit, reply, route } from 'svc'
import { check } from 'svc/security'
import { mayWrite } from '../../lib/guards.ts'

const operation = route('/partner/parcels')

export const GET = operation({ summary: 'Parcels of the shop' }, ({ auth }) => ({ of: auth.name, parcels: ['p-1'] }))

export const POST = operation(
  { summary: 'Hand in a parcel', auth: check(inherit, mayWrite), body: { to: String } },
  ({ auth, body }) => reply(201, { from: auth.name, to: body.to }),
)
