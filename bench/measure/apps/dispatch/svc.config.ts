import { defineConfig, SvcAPI } from 'svc'
import { NoCar } from './lib/rides.ts'
import { member } from './lib/tokens.ts'

const api = new SvcAPI({ title: 'Dispatch', version: '3.1.0', auth: member, resources: 'declared' })

api.exceptionHandler(NoCar, (request) => api.createResponse(request, { detail: 'No car is free' }, { status: 409 }))

export default defineConfig({ api })
