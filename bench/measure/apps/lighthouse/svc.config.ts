import { defineConfig } from 'svc'
import { key } from './lib/keys.ts'

export default defineConfig({ title: 'Lighthouse', version: '0.9.0', auth: key, csrf: true, resources: 'declared' })
