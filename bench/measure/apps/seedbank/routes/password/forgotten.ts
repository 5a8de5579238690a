import { reply, route } from 'svc'
import { sendToken } from '../../lib/resets.ts'

const operation = route('/password/forgotten')

export const POST = operation({ summary: 'Send me a link', body: { name: String } }, ({ body }) => {
  sendToken(body.name)
  return reply(202, { sent: true })
})
