import { defineConfig, SvcAPI } from 'svc'
import { user } from './lib/tokens.ts'
import { TooLarge } from './lib/refunds.ts'

const api = new SvcAPI({ title: 'Payhooks', version: '0.9.3', auth: user })

api.exceptionHandler(TooLarge, (request, exception) =>
  api.createResponse(request, { detail: 'Too large a refund', most: exception.most }, { status: 409 }),
)

export default defineConfig({ api })
