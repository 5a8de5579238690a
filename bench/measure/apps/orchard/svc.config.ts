import { defineConfig, SvcAPI } from 'svc'
import { fwAuth } from 'svc/security'
import { loadMember } from './lib/members.ts'
import { NoCrates } from './lib/plots.ts'

const api = new SvcAPI({
  title: 'Orchard',
  version: '2.3.0',
  auth: fwAuth,
  csrf: true,
  resources: 'declared',
  sessions: { maxAge: 14 * 24 * 3_600, idleTimeout: 2 * 24 * 3_600, loadUser: loadMember },
})

api.exceptionHandler(NoCrates, (request, { free }) =>
  api.createResponse(request, { detail: 'Not enough crates', free }, { status: 409 }),
)

export default defineConfig({ api })
