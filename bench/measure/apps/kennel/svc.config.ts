import { defineConfig, SvcAPI } from 'svc'
import { NoPen } from './lib/dogs.ts'
import { person } from './lib/tokens.ts'

const api = new SvcAPI({ title: 'Kennel', version: '0.9.1', auth: person, resources: 'declared' })

api.exceptionHandler(NoPen, (request) => api.createResponse(request, { detail: 'No pen is free' }, { status: 409 }))

export default defineConfig({ api })
