import { operation } from 'svc'
import { calendar } from '../../lib/machines.ts'

export const GET = operation({ summary: 'My rehearsals', auth: calendar }, ({ auth }) => ({
  for: auth.name,
  rehearsals: ['Tuesday 19:30', 'Saturday 10:00'],
}))
