import { operation } from 'svc'
import { partner } from '../lib/partners.ts'
import { driver } from '../lib/tokens.ts'

export const GET = operation({ summary: 'Rates', auth: [partner, driver] }, ({ auth }) => ({
  for: 'scopes' in auth ? auth.name : auth.id,
  letter: 85,
}))
