import { route } from 'svc'
import { receiptLink } from '../../lib/machines.ts'

const operation = route('/receipts/[number]')

export const resource = null

export const GET = operation({ summary: 'A receipt', auth: receiptLink }, ({ auth }) => ({
  receipt: auth.receipt,
  cents: 2_380,
}))
