import { defineConfig, SvcAPI } from 'svc'
import { PolicyLapsed } from './lib/policies.ts'
import { person } from './lib/tokens.ts'

const api = new SvcAPI({ title: 'Insurer', version: '4.0.2', auth: person, resources: 'declared' })

api.exceptionHandler(PolicyLapsed, (request) =>
  api.createResponse(request, { detail: 'This policy has lapsed' }, { status: 409 }),
)

export default defineConfig({ api })
