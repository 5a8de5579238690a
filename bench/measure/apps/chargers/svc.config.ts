import { defineConfig, SvcAPI } from 'svc'
import { driver } from './lib/auth.ts'
import { NoCredit } from './lib/stations.ts'

const api = new SvcAPI({
  title: 'Chargers',
  version: '0.9.0',
  auth: driver,
  csrf: true,
  throttle: { failures: 15, window: 60 },
})

api.exceptionHandler(NoCredit, (request) => api.createResponse(request, { detail: 'Top up first' }, { status: 402 }))

export default defineConfig({ api })
