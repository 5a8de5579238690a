import { defineConfig, SvcAPI } from 'svc'
import { fwAuth } from 'svc/security'
import { SampleGone } from './lib/samples.ts'
import { loadUser } from './lib/staff.ts'

const api = new SvcAPI({
  title: 'Laboratory',
  version: '3.0.4',
  auth: fwAuth,
  csrf: true,
  sessions: { loadUser, idleTimeout: 1_800 },
})

api.exceptionHandler(SampleGone, (request) =>
  api.createResponse(request, { detail: 'The sample was used up' }, { status: 410 }),
)

export default defineConfig({ api })
