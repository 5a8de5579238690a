import { reply, Router, SvcAPI } from 'svc'
import { hasScope } from 'svc/identity'
import { check } from 'svc/security'
import { type Buyer, buyer } from './buyers.ts'
import { allDeliveries, delivery } from './deliveries.ts'
import { driver, isSupervisor } from './drivers.ts'
import { pump } from './pumps.ts'

export const api = new SvcAPI({ title: 'Saltworks', version: '6.0.1', auth: driver })

api.get('/tides', { summary: 'Tides', auth: null }, () => [{ at: '04:12', metres: 3.1 }])

const pans = new Router({ auth: check(driver, hasScope('pans:read')) })
pans.get('/', { summary: 'Pans' }, () => [{ pan: 'north', centimetres: 14 }])
// With the scope, or as a supervisor, whatever the scopes of the token are.
pans.post(
  '/sluice',
  {
    summary: 'Let water in',
    auth: [check(driver, hasScope('pans:write')), check(driver, isSupervisor)],
    body: { pan: String },
  },
  ({ body }) => reply(202, body),
)
api.addRouter('/pans', pans)

const deliveries = new Router({ auth: driver })
deliveries.get('/', { summary: 'My deliveries' }, async (request) => ({
  deliveries: await delivery.filter(allDeliveries(), request),
}))
deliveries.get('/:id', { summary: 'One delivery', resource: delivery }, ({ resources }) => resources.delivery)
api.addRouter('/deliveries', deliveries)

const pumps = new Router({ auth: pump })
pumps.post('/levels', { summary: 'A level', body: { centimetres: Number } }, ({ auth, body }) =>
  reply(201, { ...body, by: auth.pump }),
)
pumps.get('/orders', { summary: 'Orders for a pump' }, ({ auth }) => ({ pump: auth.pump, run: '22:00' }))
api.addRouter('/pumps', pumps)

const stock = [
  { buyer: 'cannery', tons: 40, price: 71 },
  { buyer: 'roads', tons: 900, price: 38 },
]

/** The buyer whose account it is: an agent may name another. */
const accountOf = (auth: Buyer, named: string | null): string => (auth.isAgent ? (named ?? auth.buyer) : auth.buyer)

const orders = new Router({ auth: buyer })
orders.get('/', { summary: 'What was ordered' }, ({ auth, headers }) => {
  const account = accountOf(auth, headers.get('x-account'))
  return stock.filter((one) => one.buyer === account)
})
orders.post('/', { summary: 'Order salt', body: { tons: Number } }, ({ auth, body, headers }) =>
  reply(201, { ...body, account: accountOf(auth, headers.get('x-account')) }),
)
api.addRouter('/orders', orders)
