import { defineConfig, SvcAPI } from 'svc'
import { TokenOver, user } from './lib/tokens.ts'

const api = new SvcAPI({ title: 'Meters', version: '3.0.1', auth: user })

api.exceptionHandler(TokenOver, (request) => api.createResponse(request, { detail: 'Log in again' }, { status: 401 }))

export default defineConfig({ api })
