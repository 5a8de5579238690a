import { inherit, reply, route } from 'svc'
import { check } from 'svc/security'
import { isLeader } from '../../lib/guards.ts'

const operation = route('/patrol/incidents')

export const GET = operation({ summary: 'Incidents of today' }, ({ auth }) => ({
  reader: auth.name,
  incidents: ['a knee on the hare run'],
}))

export const POST = operation(
  { summary: 'Close a run', auth: check(inherit, isLeader), body: { run: String } },
  ({ auth, body }) => reply(201, { by: auth.name, closes: body.run }),
)
