import { route } from 'svc'
import { check } from 'svc/security'
import { readMetrics } from '../lib/guards.ts'
import { service, user } from '../lib/tokens.ts'

const operation = route('/metrics')

export const GET = operation({ summary: 'Figures', auth: [service, check(user, readMetrics)] }, ({ auth }) => ({
  for: 'service' in auth ? auth.service : auth.id,
  requests: 90_210,
}))
