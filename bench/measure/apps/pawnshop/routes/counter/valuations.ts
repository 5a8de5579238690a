import { inherit, reply, route } from 'svc'
import { check } from 'svc/security'
import { isAppraiser } from '../../lib/callers.ts'

const operation = route('/counter/valuations')

export const POST = operation(
  {
    summary: 'Say what a thing is worth',
    auth: check(inherit, isAppraiser),
    body: { thing: String, worth: Number },
  },
  ({ body }) => reply(201, body),
)
