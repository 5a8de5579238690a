import { defineConfig } from 'svc'
import { visitor } from './lib/sessions.ts'

export default defineConfig({
  title: 'Planetarium',
  version: '3.2.0',
  auth: visitor,
  csrf: true,
  resources: 'declared',
  throttle: { failures: 10, window: 600 },
})
