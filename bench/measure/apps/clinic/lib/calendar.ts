import { createHmac } from 'node:crypto'
import { constantTimeEqual, queryKey } from 'svc/security'
import { findAccount } from './accounts.ts'

const secret = process.env['CALENDAR_SECRET'] ?? 'calendar-secret-e71f'

/** The key of a patient's calendar: calendar programs cannot send header fields. */
export function calendarKey(name: string): string {
  return `${name}.${createHmac('sha256', secret).update(name).digest('base64url')}`
}

export const calendar = queryKey(
  'feed',
  (_request, key) => {
    const name = key.slice(0, key.indexOf('.'))
    const account = findAccount(name)
    return account !== undefined && constantTimeEqual(key, calendarKey(name)) ? { patient: account.name } : null
  },
  { name: 'Calendar' },
)
