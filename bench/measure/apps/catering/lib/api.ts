import { AuthenticationError, reply, Router, SvcAPI } from 'svc'
import { all, check } from 'svc/security'
import { feed, tablet } from './machines.ts'
import { findByPin, isWordOf } from './people.ts'
import { begin, confirm, endToken, halfway, isManager, member, TokenEnded } from './tokens.ts'

export const api = new SvcAPI({ title: 'Catering', version: '4.4.0', auth: member })

// Where a token may be halfway, its end is an exception.
api.exceptionHandler(TokenEnded, (request) =>
  api.createResponse(request, { detail: 'The shift is over' }, { status: 401 }),
)

const door = new Router({ auth: null })
door.post('/login', { summary: 'The pin', body: { name: String, pin: String, as: String } }, ({ body }) => {
  const person = findByPin(body.name, body.pin)
  if (person === null) throw new AuthenticationError('Wrong name or pin')
  return { token: begin(person, body.as), next: 'word' }
})
door.post('/word', { summary: 'The word', auth: halfway, body: { word: String } }, async ({ auth, body }) => {
  const isRight = await isWordOf(auth.person, body.word)
  if (!isRight) throw new AuthenticationError('Wrong word')
  confirm(auth)
  return reply(204)
})
door.post('/logout', { summary: 'The end of a shift', auth: halfway }, ({ headers }) => {
  endToken((headers.get('authorization') ?? '').slice('Bearer '.length).trim())
  return reply(204)
})
api.addRouter('/door', door)

api.get('/menu', { summary: 'The menu', auth: null }, () => ['Soup of nettles', 'Pike', 'Quinces'])
api.get('/calendar', { summary: 'Feasts of a room', auth: feed }, ({ auth }) => [{ room: auth.room, feast: 'Wedding' }])

const feasts = new Router({ auth: member })
feasts.get('/', { summary: 'Feasts' }, ({ auth }) => ({ for: auth.name, feasts: ['Wedding', 'Jubilee'] }))
// A bill is written by a member, on a tablet of the house.
feasts.post(
  '/bills',
  { summary: 'A bill', auth: all(member, tablet), body: { feast: String, sum: Number } },
  ({ body }) => reply(201, body),
)
feasts.get('/orders', { summary: 'Orders on the screens', auth: [tablet, member] }, () => [{ table: 4, dish: 'Pike' }])
api.addRouter('/feasts', feasts)

const office = new Router({ auth: check(member, isManager) })
office.get('/wages', { summary: 'Wages' }, () => [{ name: 'emil', wage: 15 }])
office.post('/staff', { summary: 'Hire', body: { name: String } }, ({ body }) => reply(201, body))
api.addRouter('/office', office)
