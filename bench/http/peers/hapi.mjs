// hapi 21 with a scheme for each kind, as its guide writes them.
import hapiBasic from '@hapi/basic'
import hapiCookie from '@hapi/cookie'
import Hapi from '@hapi/hapi'
import Joi from 'joi'
import * as C from './common.mjs'

const server = Hapi.server({ port: C.PORT, host: C.HOST })
await server.register([hapiBasic, hapiCookie])
const scheme = (read, isGood, challenge) => () => ({
  authenticate: (request, h) => {
    const given = read(request)
    if (isGood(given)) return h.authenticated({ credentials: { token: given } })
    const refusal = h.response({ detail: 'Unauthorized' }).code(401)
    if (challenge) refusal.header('www-authenticate', challenge)
    return refusal.takeover()
  },
})
const header = (request) => request.headers['x-api-key']
const query = (request) => request.query.key
const kinds = {
  bearer: scheme((request) => C.readBearer(request.headers.authorization), C.isToken, 'Bearer'),
  header: scheme(header, C.isKey),
  query: scheme(query, C.isKey),
  cookie: scheme((request) => C.readCookie(request.headers.cookie, 'key'), C.isKey),
  list: scheme((request) => query(request) ?? header(request), C.isKey),
}
server.state('key', { encoding: 'none', strictHeader: false })
for (const [name, kind] of Object.entries(kinds)) {
  server.auth.scheme(`${name}-scheme`, kind)
  server.auth.strategy(name, `${name}-scheme`)
}
server.auth.strategy('basic', 'basic', {
  validate: (_request, user, password) => ({ isValid: C.isUser(user, password), credentials: { token: user } }),
})
server.auth.strategy('session', 'cookie', {
  cookie: { name: 'sid', password: C.SECRET, isSecure: false, path: '/' },
  validate: (_request, session) => ({ isValid: session.user === C.USER, credentials: { token: session.user } }),
})
const answer = (request) => ({ token: request.auth.credentials.token })
const on = (path, auth, handler = answer) => server.route({ method: 'GET', path, options: { auth }, handler })
server.route({ method: 'GET', path: '/open', handler: () => ({ ok: true, hello: 'world' }) })
for (const name of ['bearer', 'header', 'query', 'cookie', 'basic', 'list', 'session']) on(`/${name}`, name)
server.route({
  method: 'GET',
  path: '/login',
  handler: (request) => {
    request.cookieAuth.set({ user: C.USER })
    return { ok: true }
  },
})
on('/check', 'bearer', (_request, h) => h.response({ detail: 'Forbidden' }).code(403))
server.route({
  method: 'POST',
  path: '/body',
  options: {
    auth: 'bearer',
    validate: { payload: Joi.object({ name: Joi.string().required(), count: Joi.number().required() }) },
  },
  handler: (request) => request.payload,
})
server.route({ method: 'GET', path: '/1k', handler: () => C.SMALL })
server.route({ method: 'GET', path: '/64k', handler: () => C.LARGE })
for (const { folder, path, hasId, name } of C.TABLE)
  on(`${folder}${path}${hasId ? '/{id}' : ''}`, 'bearer', (request) => ({ name, id: request.params.id }))

await server.start()
