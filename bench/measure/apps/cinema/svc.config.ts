import { defineConfig, SvcAPI } from 'svc'
import { fwAuth } from 'svc/security'
import { SoldOut } from './lib/bookings.ts'
import { userOfNow } from './lib/users.ts'

const api = new SvcAPI({
  title: 'Cinema',
  version: '3.0.2',
  auth: fwAuth,
  csrf: true,
  sessions: { maxAge: 7 * 24 * 3_600, idleTimeout: 3_600, loadUser: ({ user }) => userOfNow(user) },
})

api.exceptionHandler(SoldOut, (request, exception) =>
  api.createResponse(request, { detail: 'Sold out', left: exception.left }, { status: 409 }),
)

export default defineConfig({ api })
