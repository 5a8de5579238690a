import { reply, route } from 'svc'
import { device, remove } from '../../lib/pairings.ts'

const operation = route('/devices/[id]')

export const resource = device

export const DELETE = operation({ summary: 'A device was lost' }, ({ resources }) => {
  remove(resources.device.id)
  return reply(204, null)
})
