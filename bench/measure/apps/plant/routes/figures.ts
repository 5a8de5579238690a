import { operation } from 'svc'
import { badge, controller } from '../lib/plc.ts'

export const GET = operation({ summary: 'Figures', auth: [controller, badge] }, ({ auth }) => ({
  for: auth.name,
  pieces: 8_112,
}))
