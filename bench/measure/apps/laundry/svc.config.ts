import { defineConfig, SvcAPI } from 'svc'
import { fwAuth } from 'svc/security'
import { NoMachine } from './lib/baskets.ts'
import { loadUser } from './lib/people.ts'

const api = new SvcAPI({
  title: 'Laundry',
  version: '2.3.0',
  auth: fwAuth,
  csrf: true,
  sessions: { maxAge: 3 * 24 * 3_600, idleTimeout: 8 * 3_600, loadUser },
  resources: 'declared',
})

api.exceptionHandler(NoMachine, (request) =>
  api.createResponse(request, { detail: 'All machines are full' }, { status: 409 }),
)

export default defineConfig({ api })
