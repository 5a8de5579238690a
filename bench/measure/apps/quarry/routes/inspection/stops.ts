import { inherit, operation as publicOperation, reply, route } from 'svc'
import { check } from 'svc/security'
import { mayStop } from '../../lib/guards.ts'

const operation = route('/inspection/stops')

// Neighbours read it.
export const GET = publicOperation({ summary: 'Walls that stand still', auth: null }, () => ({ walls: ['south'] }))

export const POST = operation(
  { summary: 'Stop the work on a wall', auth: check(inherit, mayStop), body: { wall: String } },
  ({ auth, body }) => reply(201, { by: auth.name, wall: body.wall }),
)
