import { inherit, route } from 'svc'
import { check } from 'svc/security'
import { may } from '../../../lib/guards.ts'

const operation = route('/manager/zones/[zone]')

export const resource = null

export const auth = check(inherit, may('zones:write'))

export const DELETE = operation({ summary: 'Close a zone at the end of the year' }, ({ auth: by, params }) => ({
  by: by.name,
  closes: params.zone,
}))
