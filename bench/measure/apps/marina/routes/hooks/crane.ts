import { operation } from 'svc'
import { craneSignature } from '../../lib/machines.ts'

export const POST = operation(
  { summary: 'The crane lifted', auth: craneSignature, body: { boat: String, tons: Number } },
  ({ auth, body }) => ({ from: auth.by, boat: body.boat, tons: body.tons }),
)
