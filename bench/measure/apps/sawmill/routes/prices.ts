import { reply, route } from 'svc'
import { check } from 'svc/security'
import { worker } from '../lib/tokens.ts'
import { atLeast } from '../lib/workers.ts'

const operation = route('/prices')

export const GET = operation({ summary: 'Prices', auth: null }, () => [{ kind: 'oak', price: 48 }])

export const POST = operation(
  { auth: check(worker, atLeast('sawyer')), summary: 'A price', body: { kind: String, price: Number } },
  ({ body }) => reply(201, body),
)
