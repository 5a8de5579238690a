import { operation } from 'svc'
import { accountant } from '../lib/staff.ts'

export const GET = operation({ summary: 'Bookings', auth: accountant }, ({ auth }) => ({ for: auth.program, rows: 3 }))
