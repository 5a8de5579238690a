import { inherit, reply, route } from 'svc'
import { check } from 'svc/security'
import { isConductor } from '../lib/guards.ts'

const operation = route('/rehearsals')

export const POST = operation(
  { summary: 'Plan a rehearsal', auth: check(inherit, isConductor), body: { piece: String } },
  ({ auth, body }) => reply(201, { piece: body.piece, by: auth.name }),
)
