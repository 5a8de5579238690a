import { defineConfig } from 'svc'
import { clerk } from './lib/sessions.ts'

export default defineConfig({ title: 'Notary', version: '3.1.0', auth: clerk, resources: 'declared' })
