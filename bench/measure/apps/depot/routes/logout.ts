import { operation, reply } from 'svc'
import { customer, endSession } from '../lib/customers.ts'

export const POST = operation({ summary: 'Log out', auth: customer }, ({ auth }) => {
  endSession(auth.session)
  return reply(204, null, { 'Set-Cookie': 'depot_sid=; Path=/; Max-Age=0' })
})
