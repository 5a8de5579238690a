import { defineConfig, SvcAPI } from 'svc'
import { ClassFull } from './lib/classes.ts'
import { member } from './lib/tokens.ts'

const api = new SvcAPI({ title: 'Gym', version: '2.3.0', auth: member })

api.exceptionHandler(ClassFull, (request) => api.createResponse(request, { detail: 'Class full' }, { status: 409 }))

export default defineConfig({ api })
