import { route } from 'svc'
import { fwAuth } from 'svc/security'
import { link } from '../../../lib/machines.ts'

const operation = route('/scores/[id]/file')

export const GET = operation({ summary: 'A score', auth: [fwAuth, link] }, ({ auth, params }) => ({
  score: params.id,
  for: auth.name,
}))
