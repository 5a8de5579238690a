import { route } from 'svc'
import { setAxles, show, vehicle } from '../../lib/vehicles.ts'

const operation = route('/vehicles/[id]')

export const resource = vehicle

export const GET = operation({ summary: 'One vehicle' }, ({ resources }) => show(resources.vehicle))

export const PATCH = operation({ summary: 'The axles of a vehicle', body: { axles: Number } }, ({ body, resources }) =>
  show(setAxles(resources.vehicle, body.axles)),
)
