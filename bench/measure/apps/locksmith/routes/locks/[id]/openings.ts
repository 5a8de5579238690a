import { inherit, reply, route } from 'svc'
import { check } from 'svc/security'
import { mayOpen } from '../../../lib/guards.ts'

const operation = route('/locks/[id]/openings')

export const POST = operation({ summary: 'Open a lock', auth: check(inherit, mayOpen) }, ({ auth, resources }) =>
  reply(201, { lock: resources.lock.id, by: auth.customer }),
)
