import { defineConfig, SvcAPI } from 'svc'
import { check } from 'svc/security'
import { archive } from './lib/archive.ts'
import { isConsul, officer } from './lib/officers.ts'
import { RegisterAway } from './lib/register.ts'

const api = new SvcAPI({ title: 'Embassy', version: '6.3.0', auth: officer, resources: 'declared' })

api.exceptionHandler(RegisterAway, (request) =>
  api.createResponse(request, { detail: 'The register is away' }, { status: 503 }),
)

api.mount('/archive', archive, { auth: check(officer, isConsul), resource: null })

export default defineConfig({ api })
