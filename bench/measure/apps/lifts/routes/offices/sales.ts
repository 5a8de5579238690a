import { operation } from 'svc'
import { check } from 'svc/security'
import { seesSales } from '../../lib/guards.ts'
import { office } from '../../lib/machines.ts'

export const GET = operation({ summary: 'Sales of the day', auth: check(office, seesSales) }, ({ auth }) => ({
  office: auth.office,
  sales: 184,
}))
