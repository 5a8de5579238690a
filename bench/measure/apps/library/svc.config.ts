import { defineConfig, SvcAPI } from 'svc'
import { fwAuth } from 'svc/security'
import { LimitReached } from './lib/loans.ts'
import { currentReader } from './lib/readers.ts'

const api = new SvcAPI({
  title: 'Library',
  version: '4.1.0',
  auth: fwAuth,
  csrf: true,
  trustedOrigins: ['https://catalogue.library.example'],
  sessions: { maxAge: 14 * 24 * 3_600, idleTimeout: 7_200, loadUser: ({ user }) => currentReader(user) },
})

api.exceptionHandler(LimitReached, (request, { limit }) =>
  api.createResponse(request, { detail: `No more than ${limit} loans` }, { status: 409 }),
)

export default defineConfig({ api })
