import { defineConfig, SvcAPI } from 'svc'
import { BadKey, operatorKey } from './lib/keys.ts'
import { driver } from './lib/tokens.ts'

const api = new SvcAPI({ title: 'Charging grid', version: '1.7.0', auth: [driver, operatorKey] })

api.exceptionHandler(BadKey, (request) =>
  api.createResponse(request, { detail: 'This is not a key of ours' }, { status: 401 }),
)

export default defineConfig({ api })
