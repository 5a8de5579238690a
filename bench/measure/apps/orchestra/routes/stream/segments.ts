import { operation, reply } from 'svc'
import { encoder } from '../../lib/machines.ts'

export const POST = operation(
  { summary: 'A piece of the stream', auth: encoder, body: { seconds: Number } },
  ({ auth, body }) => reply(201, { by: auth.encoder, seconds: body.seconds }),
)
