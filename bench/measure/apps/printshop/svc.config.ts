import { defineConfig, SvcAPI } from 'svc'
import { fwAuth } from 'svc/security'
import { currentUser } from './lib/people.ts'

const api = new SvcAPI({
  title: 'Print shop',
  version: '3.1.0',
  auth: fwAuth,
  csrf: true,
  sessions: {
    maxAge: 12 * 3600,
    loadUser: ({ user, issuedAt }) => currentUser(user.name, issuedAt),
  },
})

export default defineConfig({ api })
