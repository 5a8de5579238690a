import { defineConfig } from 'svc'
import { fwAuth } from 'svc/security'
import { asOfNow } from './lib/people.ts'

export default defineConfig({
  title: 'Tailor',
  version: '1.4.0',
  auth: fwAuth,
  csrf: true,
  resources: 'declared',
  throttle: { failures: 10, window: 600 },
  sessions: { maxAge: 2 * 24 * 3_600, loadUser: asOfNow },
})
