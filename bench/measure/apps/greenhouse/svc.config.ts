import { defineConfig, SvcAPI } from 'svc'
import { fwAuth } from 'svc/security'
import { loadMember } from './lib/members.ts'
import { BedFull } from './lib/trays.ts'

const api = new SvcAPI({
  title: 'Greenhouse',
  version: '2.4.0',
  auth: fwAuth,
  csrf: true,
  trustedOrigins: ['https://app.greenhouse.example'],
  sessions: { idleTimeout: 8 * 3_600, loadUser: loadMember },
  resources: 'declared',
})

api.exceptionHandler(BedFull, (request, { most }) =>
  api.createResponse(request, { detail: 'The bed is full', most }, { status: 409 }),
)

export default defineConfig({ api })
