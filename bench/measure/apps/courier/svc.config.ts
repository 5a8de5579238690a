import { defineConfig, SvcAPI } from 'svc'
import { account } from './lib/accounts.ts'
import { TooHeavy } from './lib/jobs.ts'

const api = new SvcAPI({ title: 'Courier', version: '3.0.2', auth: account, csrf: true, resources: 'declared' })

api.exceptionHandler(TooHeavy, (request, { most }) =>
  api.createResponse(request, { detail: 'Too heavy for a bicycle', most }, { status: 409 }),
)

export default defineConfig({ api })
