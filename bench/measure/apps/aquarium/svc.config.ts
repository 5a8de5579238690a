import { defineConfig } from 'svc'
import { keeper } from './lib/keepers.ts'

export default defineConfig({ title: 'Aquarium', version: '4.1.0', auth: keeper, resources: 'declared' })
