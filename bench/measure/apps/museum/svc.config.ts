import { defineConfig, SvcAPI } from 'svc'
import { Closed } from './lib/exhibits.ts'
import { guide } from './lib/tokens.ts'

const api = new SvcAPI({ title: 'Museums', version: '3.0.0', auth: guide, resources: 'declared' })

api.exceptionHandler(Closed, (request) =>
  api.createResponse(request, { detail: 'The room is closed' }, { status: 409 }),
)

export default defineConfig({ api })
