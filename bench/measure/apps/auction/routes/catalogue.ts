import { operation } from 'svc'
import { lots } from '../lib/lots.ts'
import { partner } from '../lib/partners.ts'

export const GET = operation(
  { summary: 'All lots, for the catalogues of others', auth: partner },
  async ({ auth }) => ({
    for: auth.partner,
    lots: await lots.where(() => true),
  }),
)
