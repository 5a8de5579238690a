import { operation, reply } from 'svc'
import { note, weather } from '../../lib/weather.ts'

export const POST = operation({ summary: 'A warning', auth: weather, body: { id: String, text: String } }, ({ body }) =>
  reply(202, { isNew: note(body.id) }),
)
