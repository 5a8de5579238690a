import { AuthenticationError, reply, Router, SvcAPI } from 'svc'
import { check, optional } from 'svc/security'
import { allCasks, cask } from './casks.ts'
import { cellar, COOKIE, enter, isBlender, isMaster, leave, leaveEverywhere } from './cellar.ts'
import { excise } from './excise.ts'
import { still } from './stills.ts'

export const api = new SvcAPI({
  title: 'Distillery',
  version: '1.9.0',
  auth: cellar,
  csrf: true,
})

const door = new Router({ auth: cellar })
door.post('/enter', { summary: 'Log in', auth: null, body: { name: String, word: String } }, (request) => {
  const line = enter(request.body.name, request.body.word)
  if (line === null) throw new AuthenticationError('Wrong name or word')
  request.responseHeaders.append('set-cookie', line)
  return { name: request.body.name }
})
door.post('/leave', { summary: 'Log out' }, (request) => {
  leave(request.cookies[COOKIE] ?? '')
  request.responseHeaders.append('set-cookie', `${COOKIE}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0`)
  return reply(204)
})
door.post('/leave-everywhere', { summary: 'Log out of all browsers' }, ({ auth }) => {
  leaveEverywhere(auth.name)
  return reply(204)
})
api.addRouter('/door', door)

const casks = new Router({ auth: cellar })
casks.get('/', { summary: 'My casks' }, async (request) => {
  return { casks: await cask.filter(allCasks(), request) }
})
casks.get('/:id', { summary: 'One cask', resource: cask }, ({ resources }) => resources.cask)
casks.post(
  '/:id/samples',
  { summary: 'Draw a sample', auth: check(cellar, isBlender), resource: cask, body: { millilitres: Number } },
  ({ auth, body, resources }) => reply(201, { cask: resources.cask.id, by: auth.name, millilitres: body.millilitres }),
)
api.addRouter('/casks', casks)

const house = new Router({ auth: still })
house.post('/readings', { summary: 'What a still measures', body: { degrees: Number } }, ({ auth, body }) =>
  reply(201, { still: auth.still, degrees: body.degrees }),
)
house.get('/recipe', { summary: 'The recipe of the day', auth: [still, check(cellar, isMaster)] }, () => ({
  cut: [72, 64],
  rest: 58,
}))
api.addRouter('/house', house)

const duty = new Router({ auth: excise })
duty.get('/book', { summary: 'The book of the excise' }, ({ auth }) => ({ for: auth.officer, casks: 71 }))
duty.get('/months/:month', { summary: 'The duty of a month', resource: null }, ({ auth, params }) => ({
  for: auth.officer,
  month: params.month,
}))
api.addRouter('/excise', duty)

// The shop is public; who is logged in sees what members pay.
api.get('/shop', { summary: 'Bottles', auth: optional(cellar) }, ({ auth }) => ({
  bottles: ['ten years', 'cask strength'],
  price: auth === undefined ? 62 : 49,
}))
