import { operation } from 'svc'
import { hookSignature } from '../../lib/signatures.ts'

export const POST = operation(
  { summary: 'A build has ended', auth: hookSignature, body: { commit: String, state: String } },
  ({ auth, body }) => ({ from: auth.hook, commit: body.commit }),
)
