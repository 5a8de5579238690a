import { inherit, route } from 'svc'
import { check } from 'svc/security'
import { mayInspect } from '../lib/guards.ts'

const operation = route('/inspections')

export const GET = operation({ summary: 'Inspections of this year', auth: check(inherit, mayInspect) }, () => [
  { hive: 'hive-12', mites: 4, by: 'frieda' },
])
