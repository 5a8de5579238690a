import { defineConfig } from 'svc'
import { member } from './lib/members.ts'

export default defineConfig({
  title: 'Kiln',
  version: '2.1.0',
  auth: member,
  resources: 'declared',
  throttle: { failures: 12, window: 120 },
})
