import { AuthenticationError, defineConfig, SvcAPI } from 'svc'
import { account } from './lib/tokens.ts'

const api = new SvcAPI({ title: 'Rentals', version: '4.1.0', auth: account })

api.exceptionHandler(AuthenticationError, (request, { detail }) =>
  api.createResponse(request, { detail, login: '/api/auth/login' }, { status: 401 }),
)

export default defineConfig({ api })
