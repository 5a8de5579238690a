import { defineConfig, SvcAPI } from 'svc'
import { fwAuth } from 'svc/security'
import { findStaff } from './lib/staff.ts'

const api = new SvcAPI({
  title: 'Backoffice',
  version: '1.8.2',
  auth: fwAuth,
  csrf: true,
  sessions: {
    maxAge: 12 * 3600,
    idleTimeout: 3600,
    // A member who has left is out with the next request.
    loadUser: ({ user }) => findStaff(user.name),
  },
})

export default defineConfig({ api })
