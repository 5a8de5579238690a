import { route } from 'svc'
import { confirm } from '../../lib/pairings.ts'

const operation = route('/pairings/confirmation')

export const POST = operation({ summary: 'Confirm a code', body: { code: String } }, ({ auth, body }) => ({
  serial: confirm(body.code, auth.name),
}))
