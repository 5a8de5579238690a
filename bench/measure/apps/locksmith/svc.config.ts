import { defineConfig } from 'svc'
import { customerKey } from './lib/keys.ts'

export default defineConfig({ title: 'Locksmith', version: '4.0.1', auth: customerKey, resources: 'declared' })
