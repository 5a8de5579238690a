import { defineConfig } from 'svc'
import { worker } from './lib/tokens.ts'

export default defineConfig({ title: 'Sawmill', version: '2.4.0', auth: worker })
