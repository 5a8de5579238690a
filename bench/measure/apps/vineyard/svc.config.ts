import { defineConfig, SvcAPI } from 'svc'
import { account } from './lib/accounts.ts'
import { WrongPassword } from './lib/wrong-password.ts'

const api = new SvcAPI({
  title: 'Vineyard',
  version: '2.2.0',
  auth: account,
  resources: 'declared',
  throttle: { failures: 12, window: 120 },
})

// Of the form: the fields are right, and what stands in one is not.
api.exceptionHandler(WrongPassword, (request) =>
  api.createResponse(request, { detail: 'That is not the password of now' }, { status: 409 }),
)

export default defineConfig({ api })
