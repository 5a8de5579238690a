import { defineConfig, SvcAPI } from 'svc'
import { GateTaken } from './lib/flights.ts'
import { staff } from './lib/tokens.ts'

const api = new SvcAPI({ title: 'Airport', version: '4.1.0', auth: staff })

api.exceptionHandler(GateTaken, (request, { gate }) =>
  api.createResponse(request, { detail: `Gate ${gate} is taken` }, { status: 409 }),
)

export default defineConfig({ api })
