import { defineConfig } from 'svc'
import { user } from './lib/tokens.ts'

export default defineConfig({ title: 'Observatory', version: '0.9.0', auth: user, resources: 'declared' })
