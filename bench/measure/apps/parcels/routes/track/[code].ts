import { route } from 'svc'
import { trackingLink } from '../../lib/signatures.ts'

const operation = route('/track/[code]')

export const resource = null

export const GET = operation({ summary: 'Where a parcel is', auth: trackingLink }, ({ auth }) => ({
  code: auth.code,
  place: 'on its way',
}))
