import { defineConfig, HttpError, SvcAPI } from 'svc'
import { fwAuth } from 'svc/security'
import { findMember, Suspended } from './lib/members.ts'

const api = new SvcAPI({
  title: 'Workspace',
  version: '0.9.4',
  auth: fwAuth,
  csrf: true,
  sessions: { maxAge: 8 * 3600, loadUser: ({ user }) => findMember(user.name) },
})

api.exceptionHandler(Suspended, (request) =>
  api.createResponse(request, { detail: 'This account is suspended' }, { status: 403 }),
)
api.exceptionHandler(HttpError, (request, { status, detail, headers }) =>
  api.createResponse(request, { detail }, { status, headers }),
)

export default defineConfig({ api })
