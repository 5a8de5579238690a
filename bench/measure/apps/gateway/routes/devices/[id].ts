import { inherit, reply, route } from 'svc'
import { check } from 'svc/security'
import { writeDevices } from '../../lib/guards.ts'

const operation = route('/devices/[id]')

export const GET = operation({ summary: 'One device' }, ({ auth, params }) => ({ id: params.id, seenBy: auth.id }))

export const DELETE = operation({ summary: 'Remove a device', auth: check(inherit, writeDevices) }, () =>
  reply(204, null),
)
