import { defineConfig } from 'svc'
import { account } from './lib/accounts.ts'

export default defineConfig({
  title: 'Dentist',
  version: '2.1.0',
  auth: account,
  resources: 'declared',
  throttle: { failures: 10, window: 600 },
})
