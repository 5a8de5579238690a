import { defineConfig } from 'svc'
import { reader } from './lib/tokens.ts'

export default defineConfig({ title: 'Archive', version: '2.1.0', auth: reader, csrf: true })
