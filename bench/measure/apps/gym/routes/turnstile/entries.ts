import { operation, reply } from 'svc'
import { turnstile } from '../../lib/keys.ts'

export const POST = operation({ summary: 'An entry', auth: turnstile, body: { card: String } }, ({ auth, body }) =>
  reply(201, { turnstile: auth.turnstile, card: body.card }),
)
