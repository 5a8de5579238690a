import { operation } from 'svc'
import { fwAuth, optional } from 'svc/security'

/** Cards cost less for a customer with a discount, and there are prices without an account, too. */
export const GET = operation({ summary: 'Prices', auth: optional(fwAuth) }, ({ auth }) => ({
  cards: 80 - (80 * (auth?.discount ?? 0)) / 100,
}))
