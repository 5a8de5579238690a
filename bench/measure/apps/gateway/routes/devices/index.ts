import { inherit, reply, route } from 'svc'
import { check } from 'svc/security'
import { writeDevices } from '../../lib/guards.ts'

const operation = route('/devices')

export const GET = operation({ summary: 'Devices' }, ({ auth }) => ({ of: auth.id, devices: ['pump', 'valve'] }))

export const POST = operation(
  { summary: 'Add a device', auth: check(inherit, writeDevices), body: { name: String } },
  ({ auth, body }) => reply(201, { name: body.name, by: auth.id }),
)
