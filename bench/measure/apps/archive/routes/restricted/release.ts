import { inherit, reply, route } from 'svc'
import { check } from 'svc/security'
import { isKeeper } from '../../lib/guards.ts'

const operation = route('/restricted/release')

export const POST = operation(
  { summary: 'Release a document', auth: check(inherit, isKeeper), body: { title: String } },
  ({ auth, body }) => reply(201, { by: auth.id, title: body.title }),
)
