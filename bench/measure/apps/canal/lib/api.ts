import { reply, Router, SvcAPI } from 'svc'
import { check, optional } from 'svc/security'
import { boat, mayBook, RegisterAway } from './boats.ts'
import { isHigh, keeper } from './keepers.ts'
import { allPassages, passage } from './passages.ts'
import { portal } from './portal.ts'

export const api = new SvcAPI({ title: 'Canal', version: '2.4.0', auth: boat })

api.exceptionHandler(RegisterAway, (request) =>
  api.createResponse(request, { detail: 'The register is away' }, { status: 503 }),
)

api.get('/locks', { summary: 'Locks and their hours', auth: null }, () => ({
  locks: ['north', 'south'],
  from: '06:00',
}))

const passages = new Router({ auth: boat })
passages.get('/', { summary: 'My passages' }, async (request) => ({
  passages: await passage.filter(allPassages(), request),
}))
passages.post(
  '/',
  { summary: 'Book a passage', auth: check(boat, mayBook), body: { lock: String } },
  ({ auth, body }) => reply(201, { boat: auth.boat, lock: body.lock }),
)
passages.get(
  '/:id',
  { summary: 'One passage', auth: [boat, keeper], resource: passage },
  ({ resources }) => resources.passage,
)
api.addRouter('/passages', passages)

const station = new Router({ auth: keeper })
station.get('/levels', { summary: 'Levels of the water' }, () => ({ north: 412, south: 398 }))
station.post(
  '/gates',
  { summary: 'Move a gate by hand', auth: check(keeper, isHigh), body: { gate: String } },
  ({ auth, body }) => reply(201, { gate: body.gate, by: auth.keeper }),
)
api.addRouter('/station', station)

const office = new Router({ auth: portal })
office.get('/tolls', { summary: 'Tolls of the month' }, ({ auth }) => ({ clerk: auth.clerk, tolls: [80, 45] }))
office.post('/closures', { summary: 'Close a lock', body: { lock: String } }, ({ auth, body }) =>
  reply(201, { lock: body.lock, by: auth.clerk }),
)
office.get('/log', { summary: 'The log of the day', auth: [keeper, portal] }, () => ({
  log: ['06:10 anna', '06:40 berta'],
}))
api.addRouter('/office', office)

// The board at the quay is public, and greets a boat by its name.
api.get('/board', { summary: 'The board at the quay', auth: optional(boat) }, ({ auth }) => ({
  next: '07:30',
  for: auth?.boat ?? 'all boats',
}))
