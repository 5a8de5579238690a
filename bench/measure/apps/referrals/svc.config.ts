import { defineConfig } from 'svc'
import { partner } from './lib/keys.ts'

export default defineConfig({ title: 'Referrals', version: '4.1.0', auth: partner, trustProxy: ['10.9.0.1'] })
