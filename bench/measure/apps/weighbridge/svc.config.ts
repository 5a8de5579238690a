import { defineConfig } from 'svc'
import { haulier } from './lib/hauliers.ts'
import { PAGES } from './lib/kiosks.ts'

export default defineConfig({
  title: 'Weighbridge',
  version: '1.0.7',
  auth: haulier,
  csrf: true,
  trustedOrigins: [...PAGES],
  resources: 'declared',
})
