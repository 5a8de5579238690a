import { operation } from 'svc'
import { patient } from '../../lib/keys.ts'

export const GET = operation({ summary: 'My result', auth: patient }, ({ auth }) => ({
  order: auth.order,
  result: 'negative',
}))
