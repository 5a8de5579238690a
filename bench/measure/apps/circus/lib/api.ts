import { AuthenticationError, HttpError, reply, Router, SvcAPI } from 'svc'
import { check, optional } from 'svc/security'
import { act, allActs } from './acts.ts'
import { inspector } from './badges.ts'
import { desk, isMainDesk } from './desks.ts'
import { isRingmaster, logIn, logOut, performer } from './performers.ts'

export const api = new SvcAPI({ title: 'Circus', version: '7.0.0', auth: performer })

const gate = new Router({ auth: null })
gate.post('/login', { summary: 'Log in', body: { name: String, pin: String } }, ({ body, clientAddress }) => {
  const answer = logIn(clientAddress, body.name, body.pin)
  if (answer === 'locked') throw new HttpError(429, 'Too many wrong pins')
  if (answer === null) throw new AuthenticationError('Wrong name or pin')
  return answer
})
gate.post('/logout', { summary: 'Log out', auth: performer }, ({ headers }) => {
  logOut(headers.get('authorization') ?? '')
  return reply(204)
})
api.addRouter('/gate', gate)

const acts = new Router({ auth: performer })
acts.get('/', { summary: 'My acts' }, async (request) => ({ acts: await act.filter(allActs(), request) }))
acts.get('/:id', { summary: 'One act', resource: act }, ({ resources }) => resources.act)
api.addRouter('/acts', acts)

const desks = new Router({ auth: desk })
desks.post('/sales', { summary: 'Sell seats', body: { seats: Number } }, ({ auth, body }) =>
  reply(201, { desk: auth.desk, seats: body.seats }),
)
desks.get('/total', { summary: 'What a desk has sold', auth: [desk, inspector] }, ({ auth }) => ({
  for: 'desk' in auth ? auth.desk : auth.inspector,
  seats: 412,
}))
api.addRouter('/desk', desks)

const ring = new Router({ auth: [performer, desk] })
ring.get('/schedule', { summary: 'When who is in the ring' }, () => ({ at: ['19:00 parade', '19:20 trapeze'] }))
ring.post(
  '/cues',
  {
    summary: 'Give a cue',
    auth: [check(performer, isRingmaster), check(desk, isMainDesk)],
    body: { cue: String },
  },
  ({ body }) => reply(201, body),
)
api.addRouter('/ring', ring)

/** The program of tonight, and one's own acts in it. */
const programFor = (name: string | undefined) => ({
  tonight: ['parade', 'trapeze', 'knives'],
  mine: allActs()
    .filter(({ owner }) => owner === name)
    .map(({ title, fee }) => ({ title, fee })),
})

api.get('/program', { summary: 'Tonight', auth: optional(performer) }, ({ auth }) => {
  return programFor(auth?.name)
})
