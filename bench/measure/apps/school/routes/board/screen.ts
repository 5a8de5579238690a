import { operation } from 'svc'
import { board } from '../../lib/keys.ts'

export const GET = operation({ summary: 'What the screen shows', auth: board }, ({ auth }) => ({
  screen: auth.name,
  lines: ['7a has no sports today'],
}))
