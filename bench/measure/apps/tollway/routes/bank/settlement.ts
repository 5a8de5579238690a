import { operation } from 'svc'
import { bank } from '../../lib/machines.ts'

export const GET = operation({ summary: 'Toll of yesterday', auth: bank }, ({ auth }) => ({
  bank: auth.bank,
  cents: 918_400,
}))
