import { inherit, reply, route } from 'svc'
import { sensor } from '../lib/sensors.ts'

const operation = route('/readings')

// A sensor by itself, or a keeper with a thermometer.
export const POST = operation(
  { summary: 'Report a reading', auth: [sensor, inherit], body: { tank: String, celsius: Number } },
  ({ auth, body }) => reply(201, { by: 'sensor' in auth ? auth.sensor : auth.name, ...body }),
)
