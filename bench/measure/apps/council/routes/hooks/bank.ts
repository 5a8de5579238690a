import { operation } from 'svc'
import { bank } from '../../lib/keys.ts'

export const POST = operation({ summary: 'A fee was paid', auth: bank, body: { fee: String } }, ({ auth, body }) => ({
  from: auth.from,
  fee: body.fee,
}))
