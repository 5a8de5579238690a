import { defineConfig, SvcAPI } from 'svc'
import { fwAuth } from 'svc/security'
import { reload } from './lib/members.ts'
import { PlotIsLeased } from './lib/plots.ts'

const api = new SvcAPI({
  title: 'Allotment',
  version: '2.3.0',
  auth: fwAuth,
  csrf: true,
  // The page on the tablets of the gates.
  trustedOrigins: ['https://gate.allotment.example'],
  resources: 'declared',
  sessions: { idleTimeout: 3_600, loadUser: ({ user }) => reload(user) },
})

api.exceptionHandler(PlotIsLeased, (request) =>
  api.createResponse(request, { detail: 'This plot is leased' }, { status: 409 }),
)

export default defineConfig({ api })
