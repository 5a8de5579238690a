import { operation, reply } from 'svc'
import { gate } from '../../lib/machines.ts'
import { addRide } from '../../lib/rides.ts'

export const POST = operation(
  { summary: 'A pass went through a gate', auth: gate, body: { pass: String } },
  ({ auth, body }) => reply(201, addRide(body.pass, auth.lift)),
)
