import { defineConfig } from 'svc'
import { fwAuth } from 'svc/security'
import { loadKeeper } from './lib/keepers.ts'

export default defineConfig({
  title: 'Apiary',
  version: '1.4.0',
  auth: fwAuth,
  csrf: true,
  resources: 'declared',
  throttle: { failures: 10, window: 600 },
  // A tablet that lies in the bee yard is logged out after half an hour.
  sessions: { maxAge: 12 * 3_600, idleTimeout: 1_800, loadUser: loadKeeper },
})
