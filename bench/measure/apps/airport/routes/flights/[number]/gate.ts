import { HttpError, inherit, route } from 'svc'
import { check } from 'svc/security'
import { moveTo } from '../../../lib/flights.ts'
import { isDispatcher } from '../../../lib/guards.ts'

const operation = route('/flights/[number]/gate')

export const PUT = operation(
  { summary: 'Another gate', auth: check(inherit, isDispatcher), body: { gate: String } },
  ({ params, body }) => {
    const flight = moveTo(params.number, body.gate)
    if (flight === undefined) throw new HttpError(404, 'No such flight')
    return flight
  },
)
