import { defineConfig } from 'svc'
import { person } from './lib/tokens.ts'

export default defineConfig({ title: 'Blood bank', version: '3.1.0', auth: person, resources: 'declared' })
