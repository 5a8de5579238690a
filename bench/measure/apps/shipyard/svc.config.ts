import { defineConfig } from 'svc'
import { foreman } from './lib/foremen.ts'

export default defineConfig({
  title: 'Shipyard',
  version: '1.0.8',
  auth: foreman,
  resources: 'declared',
  throttle: { failures: 10, window: 300 },
})
