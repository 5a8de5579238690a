import { reply, route } from 'svc'
import { endCookies, setCookie } from '../lib/sessions.ts'

const operation = route('/logout')

export const POST = operation({ summary: 'Log out everywhere' }, ({ auth, responseHeaders }) => {
  endCookies(auth.email)
  responseHeaders.append('set-cookie', setCookie('', 0))
  return reply(204, null)
})
