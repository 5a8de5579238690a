import { inherit, reply, route } from 'svc'
import { hasScope } from 'svc/identity'
import { check } from 'svc/security'

const operation = route('/visas/[id]/decision')

export const POST = operation(
  { summary: 'Decide', auth: check(inherit, hasScope('visa:decide')), body: { answer: String } },
  ({ auth, body, resources }) => reply(201, { visa: resources.visa.id, by: auth.officer, answer: body.answer }),
)
