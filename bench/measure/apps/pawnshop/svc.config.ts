import { defineConfig } from 'svc'
import { callers } from './lib/callers.ts'

export default defineConfig({ title: 'Pawnshop', version: '2.2.0', auth: callers, resources: 'declared' })
