import { route } from 'svc'
import { calendarKey } from '../lib/calendar.ts'

const operation = route('/me')

export const GET = operation({ summary: 'Who I am' }, ({ auth }) => ({
  name: auth.name,
  role: auth.role,
  calendar: `/api/calendar?feed=${calendarKey(auth.name)}`,
}))
