import { AuthenticationError, HttpError, reply, Router, SvcAPI } from 'svc'
import { check } from 'svc/security'
import { instrument } from './instruments.ts'
import { key, makeKey, may, removeKey } from './keys.ts'
import { link } from './links.ts'
import { allPlots, findPlot, plot } from './plots.ts'

export const api = new SvcAPI({ title: 'Surveyor', version: '1.8.0', auth: key })

api.get('/me', { summary: 'Who asks' }, ({ auth }) => ({ name: auth.name, scopes: auth.scopes }))

const crews = new Router()
crews.post('/', { summary: 'A key for the summer', auth: null, body: { crew: String, pin: String } }, ({ body }) => {
  const made = makeKey(body.crew, body.pin)
  if (made === null) throw new AuthenticationError('Wrong crew or pin')
  return { key: made }
})
crews.delete('/mine', { summary: 'Take it back', auth: key }, ({ headers }) => {
  removeKey((headers.get('authorization') ?? '').replace(/^key +/i, '').trim())
  return reply(204)
})
api.addRouter('/keys', crews)

const plots = new Router({ auth: check(key, may('plots:read')) })
plots.get('/', { summary: 'My plots' }, async (request) => ({ plots: await plot.filter(allPlots(), request) }))
plots.get('/:id', { summary: 'One plot', resource: plot }, ({ resources }) => resources.plot)
plots.post(
  '/',
  { summary: 'A plot', auth: check(key, may('plots:read', 'plots:write')), body: { corners: String } },
  ({ auth, body }) => reply(201, { ...body, owner: auth.name }),
)
api.addRouter('/plots', plots)

// Instruments note what they see; so may a surveyor by hand.
api.post(
  '/measurements',
  {
    summary: 'A measurement',
    auth: [instrument, check(key, may('plots:read', 'plots:write'))],
    body: { height: Number },
  },
  ({ body }) => reply(201, body),
)
api.get('/plan', { summary: 'The plan of a plot', auth: link }, ({ auth }) => {
  const found = findPlot(auth.plot)
  if (found === undefined) throw new HttpError(404, 'No such plot')
  return { plot: found.id, corners: found.corners }
})
api.get('/heights', { summary: 'Heights of public marks', auth: null }, () => [{ mark: 'church', height: 41.7 }])

/** Drawings, as the drawing program fetches them. */
const drawings = (request: Request): Response => new Response(`drawing ${new URL(request.url).pathname}\n`)

api.mount('/export', drawings, { auth: check(key, may('plots:export')) })
