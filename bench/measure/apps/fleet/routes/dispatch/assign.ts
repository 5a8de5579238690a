import { route } from 'svc'
import { assignments } from '../../lib/vehicles.ts'

const operation = route('/dispatch/assign')

export const POST = operation(
  { summary: 'Give a driver a vehicle', body: { driver: String, vehicle: String } },
  ({ body }) => {
    assignments.set(body.driver, body.vehicle)
    return { driver: body.driver, vehicle: body.vehicle }
  },
)
