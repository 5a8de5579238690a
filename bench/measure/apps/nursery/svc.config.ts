import { defineConfig, SvcAPI } from 'svc'
import { fwAuth } from 'svc/security'
import { personOf } from './lib/people.ts'

const api = new SvcAPI({
  title: 'Nursery',
  version: '5.0.0',
  auth: fwAuth,
  csrf: true,
  resources: 'declared',
  sessions: {
    maxAge: 14 * 24 * 3600,
    idleTimeout: 2 * 3600,
    loadUser: ({ user, issuedAt }) => personOf(user, issuedAt),
  },
})

export default defineConfig({ api })
