import { defineConfig, SvcAPI } from 'svc'
import { account } from './lib/accounts.ts'
import { Overload } from './lib/loads.ts'

const api = new SvcAPI({ title: 'Quarry', version: '4.0.2', auth: account, resources: 'declared' })

api.exceptionHandler(Overload, (request, { limit }) =>
  api.createResponse(request, { detail: 'Too heavy', limit }, { status: 409 }),
)

export default defineConfig({ api })
