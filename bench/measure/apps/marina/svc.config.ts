import { defineConfig, SvcAPI } from 'svc'
import { TooHeavy } from './lib/boats.ts'
import { holder } from './lib/holders.ts'

const api = new SvcAPI({ title: 'Marina', version: '0.7.3', auth: holder, resources: 'declared' })

api.exceptionHandler(TooHeavy, (request) =>
  api.createResponse(request, { detail: 'Too heavy for the lift' }, { status: 409 }),
)

export default defineConfig({ api })
