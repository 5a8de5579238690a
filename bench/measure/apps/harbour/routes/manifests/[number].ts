import { route } from 'svc'
import { manifestLink } from '../../lib/machines.ts'

const operation = route('/manifests/[number]')

export const resource = null

export const GET = operation({ summary: 'A manifest', auth: manifestLink }, ({ auth }) => ({
  manifest: auth.manifest,
  cargo: ['40 barrels of oil', '12 crates of tea'],
}))
