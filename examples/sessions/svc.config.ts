import { defineConfig } from 'svc'
import { fwAuth } from 'svc/security'
import { findUser } from './lib/users.ts'

export default defineConfig({
  title: 'Notes',
  version: '1.0.0',
  // The page is at `/`, so the routes bring `/api` themselves: routes/api/.
  base: '',
  auth: fwAuth,
  csrf: true,
  throttle: { failures: 10, window: 600 },
  sessions: {
    idleTimeout: 3_600,
    // A user who is removed is out with the next request.
    loadUser: ({ user }) => findUser(user.name),
  },
})
