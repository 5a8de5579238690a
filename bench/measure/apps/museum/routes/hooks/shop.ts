import { operation } from 'svc'
import { sale } from '../../lib/shop.ts'

export const POST = operation({ summary: 'A sale', auth: sale, body: { cents: Number } }, ({ auth, body }) => ({
  museum: auth.museum,
  cents: body.cents,
}))
