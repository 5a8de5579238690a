import { defineConfig, SvcAPI } from 'svc'
import { fwAuth } from 'svc/security'
import { asOfNow } from './lib/people.ts'

const api = new SvcAPI({
  title: 'Hostel',
  version: '1.4.0',
  auth: fwAuth,
  csrf: true,
  resources: 'declared',
  sessions: { maxAge: 12 * 3_600, idleTimeout: 3_600, loadUser: asOfNow },
})

export default defineConfig({ api })
