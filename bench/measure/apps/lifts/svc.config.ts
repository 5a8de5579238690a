import { defineConfig, SvcAPI } from 'svc'
import { LiftIsClosed } from './lib/rides.ts'
import { holder } from './lib/tokens.ts'

const api = new SvcAPI({ title: 'Lifts', version: '3.1.4', auth: holder, csrf: true, resources: 'declared' })

api.exceptionHandler(LiftIsClosed, (request) =>
  api.createResponse(request, { detail: 'This lift is closed' }, { status: 409 }),
)

export default defineConfig({ api })
