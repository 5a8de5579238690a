// Fastify 5 with its own auth plugins.
import fastifyAuth from '@fastify/auth'
import fastifyBasicAuth from '@fastify/basic-auth'
import fastifyBearerAuth from '@fastify/bearer-auth'
import fastifyCookie from '@fastify/cookie'
import fastifyCors from '@fastify/cors'
import fastifyJwt from '@fastify/jwt'
import fastify from 'fastify'
import * as C from './common.mjs'

const app = fastify()
await app.register(fastifyAuth)
await app.register(fastifyCookie)
await app.register(fastifyBearerAuth, {
  keys: new Set(),
  addHook: false,
  auth: (token) => C.isToken(token),
  errorResponse: () => ({ detail: 'Unauthorized' }),
})
await app.register(fastifyBasicAuth, {
  validate: async (user, password, request) => {
    if (!C.isUser(user, password)) throw new Error('Unauthorized')
    request.user = user
  },
  authenticate: true,
})
if (C.EXTRA === 'cors') await app.register(fastifyCors, { origin: [C.PAGE] })
for (const [algorithm, pem] of Object.entries(C.KEYS)) {
  await app.register(fastifyJwt, {
    secret: { public: pem },
    // With its memory of verified tokens, which is off by default.
    verify: { algorithms: [algorithm], allowedIss: C.ISSUER, allowedAud: C.ISSUER, cache: 20_000 },
    namespace: algorithm,
  })
}
if (C.EXTRA !== 'jwt') app.decorateRequest('user', null)
app.setErrorHandler((error, _request, reply) => {
  const status = error.statusCode ?? 500
  void reply.status(status).send({ detail: error.message })
})
const unauthorized = () => Object.assign(new Error('Unauthorized'), { statusCode: 401 })
const keyFrom = (read) => (request, _reply, done) => {
  const key = read(request)
  if (!C.isKey(key)) return done(unauthorized())
  request.user = key
  done()
}
const bearer = app.auth([app.verifyBearerAuth])
const header = keyFrom((request) => request.headers['x-api-key'])
const query = keyFrom((request) => request.query.key)
const answer = (request) => ({ token: request.user ?? request.headers.authorization?.slice(7) })
const on = (path, onRequest, handler = answer) => app.get(path, { onRequest }, handler)

app.get('/open', () => ({ ok: true, hello: 'world' }))
on('/bearer', bearer)
for (const algorithm of Object.keys(C.KEYS))
  on(
    `/jwt/${algorithm}`,
    (request) => request[`${algorithm}JwtVerify`](),
    (request) => ({ token: request.user.sub }),
  )
on('/header', app.auth([header]))
on('/query', app.auth([query]))
on('/cookie', app.auth([keyFrom((request) => request.cookies.key)]))
on('/basic', app.auth([app.basicAuth]))
on('/list', app.auth([query, header]))
app.get('/login', (_request, reply) => {
  void reply.setCookie('sid', C.sign({ user: C.USER, expires: Date.now() + 3_600_000 }), { path: '/' })
  return { ok: true }
})
on(
  '/session',
  app.auth([
    (request, _reply, done) => {
      const session = C.unsign(request.cookies.sid)
      if (!session) return done(unauthorized())
      request.user = session.user
      done()
    },
  ]),
)
on('/check', bearer, () => {
  throw Object.assign(new Error('Forbidden'), { statusCode: 403 })
})
app.post(
  '/body',
  {
    onRequest: bearer,
    schema: {
      body: {
        type: 'object',
        required: ['name', 'count'],
        properties: { name: { type: 'string' }, count: { type: 'number' } },
      },
    },
  },
  (request) => request.body,
)
app.get('/1k', () => C.SMALL)
app.get('/64k', () => C.LARGE)
for (let at = 0; at < 20; at++) {
  const folder = `/api/g${at}`
  await app.register(
    async (scope) => {
      scope.addHook('onRequest', bearer)
      for (const { path, hasId, name } of C.TABLE.filter((one) => one.folder === folder))
        scope.get(`${path}${hasId ? '/:id' : ''}`, (request) => ({ name, id: request.params.id }))
    },
    { prefix: folder },
  )
}

await app.listen({ port: C.PORT, host: C.HOST })
