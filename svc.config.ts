import { defineConfig, SvcAPI } from 'svc'
import { fwAuth } from 'svc/security'
import { InvalidToken } from './routes/_invalid-token.ts'

// Every operation below routes/ needs a session, unless a folder, a file or the operation itself says otherwise.
const api = new SvcAPI({ title: 'Pets', version: '1.0.0', auth: fwAuth, csrf: true })

api.exceptionHandler(InvalidToken, (request) =>
  api.createResponse(request, { detail: 'Invalid token supplied' }, { status: 401 }),
)

export default defineConfig({ api, routes: './routes', base: '/api' })
