import { inherit, reply, route } from 'svc'
import { all } from 'svc/security'
import { gate } from '../../lib/gates.ts'
import { groom } from '../../lib/grooms.ts'

const operation = route('/rides')

// Through a gate goes a rider, and the gate says so: neither is enough alone.
export const POST = operation(
  { summary: 'A rider passes a gate', auth: all(inherit, gate), body: { horse: String } },
  ({ body }) => reply(201, { horse: body.horse }),
)

export const GET = operation({ summary: 'Who is out', auth: [inherit, groom] }, () => ({ out: ['Falada'] }))
