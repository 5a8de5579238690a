import { defineConfig, HttpError, SvcAPI, ValidationError } from 'svc'
import { openDatabase } from './lib/database.ts'
import { ErrorAnswer } from './lib/schemas.ts'
import { user } from './lib/tokens.ts'

const api = new SvcAPI({
  title: 'Conduit',
  version: '1.0.0',
  // Every route takes a token, unless it says otherwise.
  auth: user,
  resources: 'declared',
  throttle: { failures: 10, window: 600 },
  cors: { origins: [process.env['FRONTEND'] ?? 'http://localhost:4200'] },
  errors: { default: ErrorAnswer },
})

// Errors in the shape of the RealWorld specification.
api.exceptionHandler(ValidationError, (request, { status, detail, headers }) => {
  const body = detail.map(({ loc, msg }) => `${loc.slice(1).join('.')}: ${msg}`)
  return api.createResponse(request, { errors: { body } }, { status, headers })
})
api.exceptionHandler(HttpError, (request, { status, message, headers }) =>
  api.createResponse(request, { errors: { body: [message] } }, { status, headers }),
)
api.exceptionHandler(Error, (request) =>
  api.createResponse(request, { errors: { body: ['Internal Server Error'] } }, { status: 500 }),
)

export default defineConfig({ api, start: openDatabase })
