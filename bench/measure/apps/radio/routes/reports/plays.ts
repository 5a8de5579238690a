import { operation } from 'svc'
import { society } from '../../lib/keys.ts'

export const GET = operation({ summary: 'What was played', auth: society }, ({ auth }) => ({
  for: auth.society,
  plays: 1_877,
}))
