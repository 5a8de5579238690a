import { reply, route } from 'svc'
import { COOKIE, logOut } from '../lib/riders.ts'

const operation = route('/logout')

export const POST = operation({ summary: 'Log out' }, ({ auth }) => {
  logOut(auth)
  return reply(204, null, { 'set-cookie': `${COOKIE}=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax` })
})
