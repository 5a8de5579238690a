import { defineConfig, SvcAPI } from 'svc'
import { TokenOver } from './lib/tokens.ts'
import { person } from './lib/people.ts'

const api = new SvcAPI({ title: 'Choir', version: '1.8.0', auth: person, csrf: true, resources: 'declared' })

api.exceptionHandler(TokenOver, (request) => api.createResponse(request, { detail: 'Log in again' }, { status: 401 }))

export default defineConfig({ api })
