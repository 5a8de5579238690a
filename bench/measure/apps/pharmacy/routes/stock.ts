import { inherit, route } from 'svc'
import { check } from 'svc/security'
import { isStaff } from '../lib/guards.ts'
import { cabinet } from '../lib/machines.ts'

const operation = route('/stock')

/** The counter, and cabinets that order by themselves. */
export const GET = operation({ summary: 'Drugs in stock', auth: [check(inherit, isStaff), cabinet] }, () => ({
  drugs: ['Amoxicillin', 'Metformin'],
}))
