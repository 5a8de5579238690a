import { AuthenticationError, reply, Router, SvcAPI } from 'svc'
import { all, check } from 'svc/security'
import { dealer, isGold } from './dealers.ts'
import { closeKiosk, kiosk, openKiosk } from './kiosk.ts'
import { master } from './master.ts'
import { allOrders, order } from './orders.ts'

export const api = new SvcAPI({ title: 'Watchmaker', version: '5.2.0', auth: dealer, csrf: true })

api.get('/catalogue', { summary: 'Watches', auth: null }, () => [{ watch: 'Regulator', price: 4200 }])
api.get('/parts', { summary: 'Parts in the drawers', auth: [dealer, kiosk] }, () => [{ part: 'Crown', drawer: 14 }])

const orders = new Router({ auth: dealer })
orders.get('/', { summary: 'My orders' }, async (request) => ({ orders: await order.filter(allOrders(), request) }))
orders.get('/:id', { summary: 'One order', resource: order }, ({ resources }) => resources.order)
orders.post('/', { summary: 'Order a part', body: { part: String } }, ({ auth, body }) =>
  reply(201, { ...body, for: auth.dealer }),
)
api.addRouter('/orders', orders)

const kiosks = new Router({ auth: kiosk })
kiosks.post(
  '/open',
  { summary: 'Open a kiosk', auth: null, body: { kiosk: String, code: String } },
  ({ body, responseHeaders }) => {
    const cookie = openKiosk(body.kiosk, body.code)
    if (cookie === null) throw new AuthenticationError('Wrong kiosk or code')
    responseHeaders.append('set-cookie', `kiosk=${cookie}; Path=/; HttpOnly; SameSite=Lax`)
    return reply(204)
  },
)
kiosks.post('/close', { summary: 'Close it for the night' }, ({ auth }) => {
  closeKiosk(auth.kiosk)
  return reply(204)
})
kiosks.post('/visits', { summary: 'A visitor asks for a watch', body: { watch: String } }, ({ auth, body }) =>
  reply(201, { ...body, at: auth.kiosk }),
)
api.addRouter('/kiosk', kiosks)

const gold = new Router({ auth: check(dealer, isGold) })
gold.get('/prices', { summary: 'Prices of gold' }, () => [{ watch: 'Perpetual', price: 51_000 }])
gold.post('/reservations', { summary: 'Reserve', body: { watch: String } }, ({ body }) => reply(201, body))
api.addRouter('/gold', gold)

// The safe wants an open kiosk and the master beside it.
api.post('/safe', { summary: 'Open the safe', auth: all(kiosk, master) }, ({ auth: [{ kiosk: name }] }) =>
  reply(202, { from: name }),
)
