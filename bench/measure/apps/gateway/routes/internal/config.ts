import { operation } from 'svc'
import { service } from '../../lib/tokens.ts'

export const GET = operation({ summary: 'Settings for services', auth: service }, ({ auth }) => ({
  for: auth.service,
  upstream: 'http://10.4.0.7',
}))
