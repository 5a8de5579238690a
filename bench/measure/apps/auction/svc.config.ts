import { AuthenticationError, defineConfig, SvcAPI } from 'svc'
import { fwAuth } from 'svc/security'
import { accountOf } from './lib/accounts.ts'

const api = new SvcAPI({
  title: 'Auction house',
  version: '1.8.2',
  auth: fwAuth,
  csrf: true,
  trustedOrigins: ['https://bid.example'],
  sessions: {
    idleTimeout: 7_200,
    loadUser: ({ user, issuedAt }) => accountOf(user.name, issuedAt),
  },
})

/** One sentence for whatever was wrong. */
api.exceptionHandler(AuthenticationError, (request, { detail }) =>
  api.createResponse(request, { detail }, { status: 401 }),
)

export default defineConfig({ api })
