import { defineConfig } from 'svc'
import { panel } from './lib/panel.ts'

export default defineConfig({ title: 'Plant', version: '5.2.0', auth: panel, csrf: true })
