import { inherit, reply, route } from 'svc'
import { all, check } from 'svc/security'
import { mayDispense } from '../../lib/guards.ts'
import { cabinet } from '../../lib/machines.ts'

const operation = route('/counter/dispenses')

/** Staff, in front of a cabinet. */
export const auth = all(inherit, cabinet)

export const POST = operation(
  { summary: 'Dispense a drug', auth: check(inherit, mayDispense), body: { prescription: String } },
  ({ auth: [person, from], body }) =>
    reply(201, { by: person.name, cabinet: from.cabinet, prescription: body.prescription }),
)
