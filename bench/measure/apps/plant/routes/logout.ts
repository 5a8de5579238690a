import { reply, route } from 'svc'
import { endShift } from '../lib/panel.ts'

const operation = route('/logout')

export const POST = operation({ summary: 'Log out' }, async ({ auth }) => {
  await endShift(auth.shift)
  return reply(204, null, { 'set-cookie': 'plant_shift=; Path=/; Max-Age=0' })
})
