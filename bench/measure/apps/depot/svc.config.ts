import { defineConfig } from 'svc'

export default defineConfig({
  title: 'Depot',
  version: '12.0.0',
  csrf: true,
  throttle: { failures: 2000, window: 600 },
})
