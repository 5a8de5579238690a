import { inherit, reply, route } from 'svc'
import { check } from 'svc/security'
import { isMaster } from '../../lib/guards.ts'

const operation = route('/workshop/assignments')

export const POST = operation(
  { summary: 'Give a garment to a cutter', auth: check(inherit, isMaster), body: { order: String, cutter: String } },
  ({ body }) => reply(201, body),
)
