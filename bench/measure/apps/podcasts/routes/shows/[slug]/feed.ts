import { route } from 'svc'
import { feed } from '../../../lib/partners.ts'

const operation = route('/shows/[slug]/feed')

export const GET = operation({ summary: 'A feed', auth: feed, resource: null }, ({ auth, params }) => ({
  show: params.slug,
  for: auth.listener,
}))
