import { operation } from 'svc'
import { partner } from '../../lib/tokens.ts'

export const GET = operation({ summary: 'What we hold', auth: partner }, ({ auth }) => ({
  for: auth.client_id,
  documents: 2,
}))
