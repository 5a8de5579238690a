import { defineConfig } from 'svc'
import { userToken } from './lib/tokens.ts'

export default defineConfig({ title: 'Forge', version: '0.9.0', auth: userToken, limits: { body: 262_144 } })
