import { inherit, route } from 'svc'
import { check } from 'svc/security'
import { isStaff } from '../../lib/guards.ts'
import { sack, weigh } from '../../lib/sacks.ts'

const operation = route('/sacks/[id]')

export const resource = sack

export const GET = operation({ summary: 'One sack' }, ({ resources }) => resources.sack)

export const PATCH = operation(
  { summary: 'Weigh', auth: check(inherit, isStaff), body: { kilos: Number } },
  ({ resources, body }) => weigh(resources.sack, body.kilos),
)
