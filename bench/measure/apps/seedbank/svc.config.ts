import { defineConfig, SvcAPI } from 'svc'
import { fwAuth } from 'svc/security'
import { NotEnough } from './lib/accessions.ts'
import { loadUser } from './lib/people.ts'

const api = new SvcAPI({
  title: 'Seed bank',
  version: '2.4.0',
  auth: fwAuth,
  csrf: true,
  sessions: { maxAge: 12 * 3_600, loadUser },
})

api.exceptionHandler(NotEnough, (request, { left }) =>
  api.createResponse(request, { detail: 'There are not so many seeds', left }, { status: 409 }),
)

export default defineConfig({ api })
