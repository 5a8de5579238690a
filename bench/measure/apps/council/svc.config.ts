import { defineConfig, SvcAPI } from 'svc'
import { PermitClosed } from './lib/permits.ts'
import { person } from './lib/tokens.ts'

const api = new SvcAPI({ title: 'Council', version: '2.3.0', auth: person })

api.exceptionHandler(PermitClosed, (request) =>
  api.createResponse(request, { detail: 'This permit is closed' }, { status: 409 }),
)

export default defineConfig({ api })
