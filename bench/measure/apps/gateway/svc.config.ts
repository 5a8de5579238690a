import { defineConfig } from 'svc'
import { user } from './lib/tokens.ts'

export default defineConfig({ title: 'Gateway', version: '3.0.1', auth: user })
