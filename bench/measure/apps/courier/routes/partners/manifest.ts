import { operation } from 'svc'
import { hasContract, partner } from '../../lib/machines.ts'

export const GET = operation({ summary: 'What a partner has sent', auth: partner }, ({ auth }) => ({
  partner: auth.partner,
  hasContract: hasContract(auth.partner),
  parcels: 17,
}))
