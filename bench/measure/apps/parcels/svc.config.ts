import { defineConfig } from 'svc'
import { driver } from './lib/tokens.ts'

export default defineConfig({ title: 'Parcels', version: '1.4.0', auth: driver })
