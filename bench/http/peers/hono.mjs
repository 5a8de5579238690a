// Hono 4 with its own auth middleware, on its Node adapter.
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { basicAuth } from 'hono/basic-auth'
import { bearerAuth } from 'hono/bearer-auth'
import { getCookie, setCookie } from 'hono/cookie'
import { cors } from 'hono/cors'
import { HTTPException } from 'hono/http-exception'
import { jwt } from 'hono/jwt'
import { validator } from 'hono/validator'
import * as C from './common.mjs'

const app = new Hono()
const bearer = bearerAuth({ verifyToken: (token) => C.isToken(token) })
const keyFrom = (read) => async (c, next) => {
  const key = read(c)
  if (!C.isKey(key)) return c.json({ detail: 'Unauthorized' }, 401)
  c.set('auth', key)
  return next()
}
const header = (c) => c.req.header('x-api-key')
const query = (c) => c.req.query('key')
const answer = (c) => c.json({ token: c.get('auth') ?? c.req.header('authorization')?.slice(7) })

if (C.EXTRA === 'cors') app.use(cors({ origin: [C.PAGE] }))
for (const [alg, secret] of Object.entries(C.KEYS)) {
  const auth = jwt({ secret, alg, verification: { iss: C.ISSUER, aud: C.ISSUER } })
  app.get(`/jwt/${alg}`, auth, (c) => c.json({ token: c.get('jwtPayload').sub }))
}
app.get('/open', (c) => c.json({ ok: true, hello: 'world' }))
app.get('/bearer', bearer, answer)
app.get('/header', keyFrom(header), answer)
app.get('/query', keyFrom(query), answer)
app.get(
  '/cookie',
  keyFrom((c) => getCookie(c, 'key')),
  answer,
)
app.get('/basic', basicAuth({ verifyUser: (user, password) => C.isUser(user, password) }), (c) =>
  c.json({ token: C.USER }),
)
app.get(
  '/list',
  keyFrom((c) => query(c) ?? header(c)),
  answer,
)
app.get('/login', (c) => {
  setCookie(c, 'sid', C.sign({ user: C.USER, expires: Date.now() + 3_600_000 }))
  return c.json({ ok: true })
})
app.get(
  '/session',
  async (c, next) => {
    const session = C.unsign(getCookie(c, 'sid'))
    if (!session) return c.json({ detail: 'Unauthorized' }, 401)
    c.set('auth', session.user)
    return next()
  },
  answer,
)
app.get('/check', bearer, () => {
  throw new HTTPException(403, { message: 'Forbidden' })
})
app.post(
  '/body',
  bearer,
  validator('json', (value, c) =>
    typeof value?.name === 'string' && typeof value?.count === 'number' ? value : c.json({ detail: 'Invalid' }, 422),
  ),
  (c) => c.json(c.req.valid('json')),
)
app.get('/1k', (c) => c.json(C.SMALL))
app.get('/64k', (c) => c.json(C.LARGE))
for (let folder = 0; folder < 20; folder++) app.use(`/api/g${folder}/*`, bearer)
for (const { folder, path, hasId, name } of C.TABLE)
  app.get(`${folder}${path}${hasId ? '/:id' : ''}`, (c) => c.json({ name, id: c.req.param('id') }))

serve({ fetch: app.fetch, port: C.PORT, hostname: C.HOST })
