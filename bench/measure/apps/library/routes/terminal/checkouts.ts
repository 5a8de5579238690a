import { operation, reply } from 'svc'
import { terminal } from '../../lib/machines.ts'

export const POST = operation(
  { summary: 'A book goes out', auth: terminal, body: { card: String, barcode: String } },
  ({ auth: { branch }, body }) => reply(201, { branch, card: body.card, barcode: body.barcode }),
)
