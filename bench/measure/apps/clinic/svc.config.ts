import { defineConfig } from 'svc'
import { person } from './lib/tokens.ts'

export default defineConfig({ title: 'Clinic', version: '2.3.0', auth: person })
