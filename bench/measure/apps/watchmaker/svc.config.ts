import { defineConfig } from 'svc'
import { api } from './lib/api.ts'

export default defineConfig({ api })
