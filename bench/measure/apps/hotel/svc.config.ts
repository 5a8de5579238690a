import { defineConfig, SvcAPI } from 'svc'
import { NoRoom } from './lib/stays.ts'
import { person } from './lib/tokens.ts'

const api = new SvcAPI({ title: 'Hotel', version: '1.7.0', auth: person, resources: 'declared' })

api.exceptionHandler(NoRoom, (request) => api.createResponse(request, { detail: 'No room' }, { status: 409 }))

export default defineConfig({ api })
