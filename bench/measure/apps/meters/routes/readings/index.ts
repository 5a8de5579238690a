import { inherit, reply, route } from 'svc'
import { check } from 'svc/security'
import { hasScope, mayWrite } from '../../lib/guards.ts'

const operation = route('/readings')

const readings: { readonly tenant: string; readonly kwh: number }[] = [
  { tenant: 'rhine', kwh: 412 },
  { tenant: 'elbe', kwh: 87 },
]

export const GET = operation(
  { summary: 'Readings of the tenant', auth: check(inherit, hasScope('readings:read')) },
  ({ auth }) => readings.filter(({ tenant }) => tenant === auth.tenant).slice(-20),
)

export const POST = operation(
  { summary: 'A reading', auth: check(inherit, mayWrite), body: { kwh: Number } },
  ({ auth, body }) => {
    const made = { tenant: auth.tenant, kwh: body.kwh }
    readings.push(made)
    return reply(201, made)
  },
)
