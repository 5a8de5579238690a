import { defineConfig, SvcAPI } from 'svc'
import { driver, TokenOver } from './lib/tokens.ts'

const api = new SvcAPI({ title: 'Fleet', version: '4.1.0', auth: driver, csrf: true })

// The app in the vehicle asks for the next token where its own is over, and for a login where it is wrong.
api.exceptionHandler(TokenOver, (request) => api.createResponse(request, { detail: 'Token is over' }, { status: 401 }))

export default defineConfig({ api })
