import { defineConfig } from 'svc'
import { access } from './lib/tokens.ts'

export default defineConfig({
  title: 'Bindery',
  version: '0.9.3',
  auth: access,
  resources: 'declared',
  throttle: { failures: 20, window: 300 },
})
