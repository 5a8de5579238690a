import { operation, reply } from 'svc'
import { customer, logOut } from '../lib/callers.ts'

export const POST = operation({ summary: 'Log out, on each device', auth: customer }, ({ auth }) => {
  logOut(auth.name)
  return reply(204)
})
