import { defineConfig } from 'svc'
import { account } from './lib/tokens.ts'

export default defineConfig({ title: 'Mill', version: '1.0.3', auth: account, resources: 'declared' })
