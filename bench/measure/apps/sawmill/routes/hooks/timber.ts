import { operation, reply } from 'svc'
import { dealer } from '../../lib/dealer.ts'

export const POST = operation(
  { summary: 'The dealer orders', auth: dealer, body: { kind: String, boards: Number } },
  ({ body }) => reply(202, body),
)
