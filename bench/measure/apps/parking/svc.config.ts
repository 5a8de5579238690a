import { defineConfig, SvcAPI } from 'svc'
import { GarageFull } from './lib/permits.ts'
import { person } from './lib/tokens.ts'

const api = new SvcAPI({ title: 'Parking', version: '1.8.0', auth: person, csrf: true })

api.exceptionHandler(GarageFull, (request) => api.createResponse(request, { detail: 'Garage full' }, { status: 409 }))

export default defineConfig({ api })
