import { reply, route } from 'svc'
import { endFamily } from '../../lib/families.ts'

const operation = route('/auth/logout')

export const POST = operation({ summary: 'Log out, on this device' }, ({ auth }) => {
  endFamily(auth.family)
  return reply(204, null)
})
