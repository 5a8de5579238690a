import { operation, reply } from 'svc'
import { sensor } from '../lib/machines.ts'

export const POST = operation({ summary: 'A temperature', auth: sensor, body: { celsius: Number } }, ({ auth, body }) =>
  reply(201, { place: auth.place, celsius: body.celsius }),
)
