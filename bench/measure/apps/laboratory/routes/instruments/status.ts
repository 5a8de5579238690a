import { operation } from 'svc'
import { instrument } from '../../lib/keys.ts'

export const GET = operation({ summary: 'How an instrument is known here', auth: instrument }, ({ auth }) => ({
  instrument: auth.instrument,
  scopes: auth.scopes,
}))
