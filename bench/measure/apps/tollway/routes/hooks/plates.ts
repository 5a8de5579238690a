import { operation } from 'svc'
import { plates } from '../../lib/machines.ts'

export const POST = operation(
  { summary: 'Plates that were read', auth: plates, body: { plate: String } },
  ({ auth, body }) => ({ from: auth.from, plate: body.plate }),
)
