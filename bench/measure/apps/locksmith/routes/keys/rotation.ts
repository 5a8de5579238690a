import { inherit, reply, route } from 'svc'
import { check } from 'svc/security'
import { mayRotate } from '../../lib/guards.ts'
import { dropPrevious, rotate } from '../../lib/keys.ts'

const operation = route('/keys/rotation')

export const auth = check(inherit, mayRotate)

export const POST = operation({ summary: 'A new key' }, ({ auth: { id } }) => reply(201, { key: rotate(id) }))

export const DELETE = operation({ summary: 'End the former key now' }, ({ auth: { id } }) => {
  dropPrevious(id)
  return reply(204, null)
})
