import { defineConfig, SvcAPI } from 'svc'
import { account } from './lib/accounts.ts'
import { SoldOut } from './lib/bookings.ts'

const api = new SvcAPI({ title: 'Theatre', version: '5.1.0', auth: account, csrf: true, resources: 'declared' })

api.exceptionHandler(SoldOut, (request, { left }) =>
  api.createResponse(request, { detail: 'Sold out', left }, { status: 409 }),
)

export default defineConfig({ api })
