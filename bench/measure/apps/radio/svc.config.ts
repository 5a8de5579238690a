import { defineConfig, SvcAPI } from 'svc'
import { OffAir } from './lib/shows.ts'
import { user } from './lib/tokens.ts'

const api = new SvcAPI({ title: 'Radio', version: '0.6.1', auth: user })

api.exceptionHandler(OffAir, (request) => api.createResponse(request, { detail: 'Off air' }, { status: 409 }))

export default defineConfig({ api })
