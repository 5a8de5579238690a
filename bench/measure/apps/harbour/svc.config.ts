import { defineConfig, SvcAPI } from 'svc'
import { TooLong } from './lib/berths.ts'
import { person } from './lib/tokens.ts'

const api = new SvcAPI({ title: 'Harbour', version: '1.8.3', auth: person, resources: 'declared' })

api.exceptionHandler(TooLong, (request, { longest }) =>
  api.createResponse(request, { detail: 'The berth is too short', longest }, { status: 409 }),
)

export default defineConfig({ api })
