import { operation } from 'svc'
import { fwAuth, optional } from 'svc/security'

export const GET = operation({ summary: 'News of the shop', auth: optional(fwAuth) }, ({ auth }) => ({
  reader: auth?.name ?? 'guest',
  news: ['closed on Sunday'],
}))
