import { AuthenticationError, operation, reply } from 'svc'
import { unlock } from '../../lib/kiosks.ts'

export const POST = operation({ summary: 'Unlock a kiosk', auth: null, body: { code: String } }, (request) => {
  const cookie = unlock(request.body.code)
  if (cookie === null) throw new AuthenticationError('Wrong code')
  return reply(200, { unlocked: true }, { 'set-cookie': `kiosk=${cookie}; Path=/; HttpOnly; SameSite=Lax` })
})
