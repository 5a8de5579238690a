import { operation } from 'svc'
import { donation } from '../../lib/keys.ts'

export const POST = operation({ summary: 'A donation', auth: donation, body: { cents: Number } }, ({ auth, body }) => ({
  from: auth.from,
  cents: body.cents,
}))
