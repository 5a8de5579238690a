import { inherit, reply, route } from 'svc'
import { check } from 'svc/security'
import { may } from '../lib/guards.ts'
import { addPermit } from '../lib/permits.ts'

const operation = route('/permits')

export const POST = operation(
  { summary: 'A permit for a car', auth: check(inherit, may('permits:write')), body: { plate: String } },
  ({ auth, body }) => reply(201, addPermit(auth.name, body.plate)),
)
