import { defineConfig, SvcAPI } from 'svc'
import { FullyBooked } from './lib/bookings.ts'
import { passenger } from './lib/tokens.ts'

const api = new SvcAPI({ title: 'Ferry', version: '1.9.2', auth: passenger })

api.exceptionHandler(FullyBooked, (request) => api.createResponse(request, { detail: 'Fully booked' }, { status: 409 }))

export default defineConfig({ api })
