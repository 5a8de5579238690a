import { defineConfig, SvcAPI } from 'svc'
import { SoldOut } from './lib/orders.ts'
import { customer } from './lib/tokens.ts'

const api = new SvcAPI({
  title: 'Bakery',
  version: '0.9.4',
  auth: customer,
  csrf: true,
  limits: { body: 16_384 },
})

api.exceptionHandler(SoldOut, (request, { bread }) =>
  api.createResponse(request, { detail: `No ${bread} today` }, { status: 410 }),
)

export default defineConfig({ api })
