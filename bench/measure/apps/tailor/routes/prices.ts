import { route } from 'svc'
import { fwAuth, optional } from 'svc/security'

const operation = route('/prices')

const list = { trousers: 180, coat: 640 }
const trade = { wool: 21, lining: 6 }

// For everybody; those who sell cloth see what we pay for it.
export const GET = operation({ summary: 'Prices', auth: optional(fwAuth) }, ({ auth }) => {
  const isTrade = auth?.role === 'supplier'
  return isTrade ? { ...list, trade } : list
})
