import { operation, reply } from 'svc'
import { scanner } from '../lib/machines.ts'

export const POST = operation({ summary: 'A page', auth: scanner, body: { text: String } }, ({ auth, body }) =>
  reply(201, { scanner: auth.scanner, length: body.text.length }),
)
