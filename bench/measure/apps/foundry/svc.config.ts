import { defineConfig } from 'svc'
import { foundryKey } from './lib/keys.ts'

export default defineConfig({ title: 'Foundry', version: '0.9.2', auth: foundryKey })
