import { operation } from 'svc'
import { display } from '../../lib/machines.ts'

export const GET = operation({ summary: 'Free places', auth: display }, ({ auth }) => ({
  display: auth.display,
  free: 41,
}))
