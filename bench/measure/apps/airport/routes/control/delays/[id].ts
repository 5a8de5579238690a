import { inherit, reply, route } from 'svc'
import { check } from 'svc/security'
import { removeDelay } from '../../../lib/flights.ts'
import { isSupervisor } from '../../../lib/guards.ts'

const operation = route('/control/delays/[id]')

export const resource = null

export const DELETE = operation({ summary: 'Take a delay back', auth: check(inherit, isSupervisor) }, ({ params }) => {
  removeDelay(params.id)
  return reply(204, null)
})
