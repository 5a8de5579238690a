import { defineConfig } from 'svc'
import { user } from './lib/tokens.ts'

export default defineConfig({
  title: 'Notes',
  version: '1.0.0',
  // Every route takes an access token, unless it says otherwise.
  auth: user,
  throttle: { failures: 10, window: 600 },
})
