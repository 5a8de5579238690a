import { operation } from 'svc'
import { driver, logOut } from '../../lib/auth.ts'

export const POST = operation({ auth: driver, body: { refresh_token: String } }, async (request) => {
  await logOut(request, request.auth, request.body.refresh_token)
  return { bye: true }
})
