import { route } from 'svc'
import { airline } from '../../../lib/airlines.ts'

const operation = route('/airlines/[code]/events')

export const POST = operation(
  { summary: 'An event of an airline', auth: airline, body: { flight: String } },
  ({ auth, body }) => ({ airline: auth.airline, flight: body.flight }),
)
