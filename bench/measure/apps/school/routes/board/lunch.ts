import { inherit, route } from 'svc'
import { board } from '../../lib/keys.ts'

const operation = route('/board/lunch')

export const GET = operation({ summary: 'Lunch', auth: [board, inherit] }, ({ auth }) => ({
  for: auth.name,
  lunch: 'dumplings',
}))
