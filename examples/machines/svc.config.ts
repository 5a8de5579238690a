import { defineConfig } from 'svc'
import { clientKey } from './lib/clients.ts'

export default defineConfig({
  title: 'Readings',
  version: '1.0.0',
  auth: clientKey,
  throttle: { failures: 20, window: 60 },
  limits: { body: 65_536 },
})
