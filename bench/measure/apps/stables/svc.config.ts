import { defineConfig } from 'svc'
import { rider } from './lib/riders.ts'

export default defineConfig({ title: 'Stables', version: '4.2.0', auth: rider, resources: 'declared' })
