import { operation } from 'svc'
import { visibleListings } from '../../lib/listings.ts'
import { partnerKey, partnerQuery } from '../../lib/partners.ts'

export const GET = operation({ summary: 'What is free', auth: [partnerKey, partnerQuery] }, ({ auth }) => ({
  partner: auth.partner,
  free: visibleListings().map(({ id }) => id),
}))
