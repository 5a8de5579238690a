import { defineConfig } from 'svc'
import { rider } from './lib/riders.ts'

export default defineConfig({
  title: 'Ropeway',
  version: '5.0.0',
  auth: rider,
  csrf: true,
  resources: 'declared',
  throttle: { failures: 12, window: 120 },
})
