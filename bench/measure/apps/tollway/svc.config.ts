import { defineConfig, SvcAPI } from 'svc'
import { driver, SessionOver } from './lib/sessions.ts'

const api = new SvcAPI({ title: 'Tollway', version: '1.7.4', auth: driver, resources: 'declared' })

api.exceptionHandler(SessionOver, (request, { name }) =>
  api.createResponse(request, { detail: 'Log in again', reason: name }, { status: 401 }),
)

export default defineConfig({ api })
