import { operation } from 'svc'
import { customs } from '../../lib/machines.ts'

export const POST = operation(
  { summary: 'A release', auth: customs, body: { manifest: String } },
  ({ auth, body }) => ({ from: auth.from, manifest: body.manifest }),
)
