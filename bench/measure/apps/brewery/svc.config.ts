import { defineConfig, SvcAPI } from 'svc'
import { fwAuth } from 'svc/security'
import { BatchIsOut } from './lib/batches.ts'
import { personOf } from './lib/people.ts'

const api = new SvcAPI({
  title: 'Brewery',
  version: '2.4.0',
  auth: fwAuth,
  csrf: true,
  resources: 'declared',
  sessions: { idleTimeout: 7_200, loadUser: (session) => personOf(session) },
})

api.exceptionHandler(BatchIsOut, (request, { id }) =>
  api.createResponse(request, { detail: 'The batch is out', id }, { status: 409 }),
)

export default defineConfig({ api })
