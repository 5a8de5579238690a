import { HttpError, operation } from 'svc'
import { reminder } from '../../lib/accounts.ts'
import { confirm } from '../../lib/records.ts'

// Twice is as good as once.
export const POST = operation({ summary: 'I shall come', auth: reminder }, ({ auth }) => {
  if (!confirm(auth.appointment, auth.patient)) throw new HttpError(404)
  return { appointment: auth.appointment, confirmed: true }
})
