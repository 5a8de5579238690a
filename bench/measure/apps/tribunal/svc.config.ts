import { defineConfig, SvcAPI } from 'svc'
import { requireUser } from './lib/auth.ts'
import { CaseClosed } from './lib/cases.ts'

const api = new SvcAPI({ title: 'Tribunal', version: '5.1.0', auth: requireUser })

// Was the error middleware of the old server.
api.exceptionHandler(CaseClosed, (request) =>
  api.createResponse(request, { detail: 'This case is closed' }, { status: 409 }),
)

export default defineConfig({ api })
