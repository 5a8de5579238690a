import { operation } from 'svc'
import { priceOf, setPrice, supplier } from '../../lib/suppliers.ts'

export const GET = operation({ summary: 'My price', auth: supplier }, ({ auth: { supplier: name } }) => ({
  of: name,
  cents: priceOf(name) ?? null,
}))

export const PUT = operation(
  { summary: 'Another price', auth: supplier, body: { cents: Number } },
  ({ auth: { supplier: name }, body }) => {
    setPrice(name, body.cents)
    return { of: name, cents: body.cents }
  },
)
