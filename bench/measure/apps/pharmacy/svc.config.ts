import { defineConfig, SvcAPI } from 'svc'
import { TokenOver, user } from './lib/tokens.ts'

const api = new SvcAPI({ title: 'Pharmacy', version: '1.2.0', auth: user })

api.exceptionHandler(TokenOver, (request) => api.createResponse(request, { detail: 'Log in again' }, { status: 401 }))

export default defineConfig({ api })
