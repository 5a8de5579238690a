import { reply, route } from 'svc'
import { addDelay, listDelays } from '../../../lib/flights.ts'

const operation = route('/control/delays')

export const GET = operation({ summary: 'All delays' }, () => ({ delays: listDelays() }))

export const POST = operation({ summary: 'A delay', body: { flight: String, minutes: Number } }, ({ body }) =>
  reply(201, addDelay(body.flight, body.minutes)),
)
