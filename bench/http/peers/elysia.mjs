// Elysia 1 on its Node adapter, guards as its guide writes them.
import { node } from '@elysiajs/node'
import { Elysia, t } from 'elysia'
import * as C from './common.mjs'

const app = new Elysia({ adapter: node() })
const guard =
  (read, isGood, challenge) =>
  ({ headers, query, cookie, status, set, ...rest }) => {
    if (isGood(read({ headers, query, cookie, ...rest }))) return undefined
    if (challenge) set.headers['www-authenticate'] = challenge
    return status(401, { detail: 'Unauthorized' })
  }
const bearer = guard(({ headers }) => C.readBearer(headers.authorization), C.isToken, 'Bearer')
const header = ({ headers }) => headers['x-api-key']
const query = (context) => context.query.key
const answer = ({ headers }) => ({ token: headers.authorization?.slice(7) ?? headers['x-api-key'] ?? null })
const on = (path, beforeHandle, handler = answer) => app.get(path, handler, { beforeHandle })

app.get('/open', () => ({ ok: true, hello: 'world' }))
on('/bearer', bearer)
on('/header', guard(header, C.isKey))
on('/query', guard(query, C.isKey), ({ query: { key } }) => ({ token: key }))
on(
  '/cookie',
  guard(({ cookie }) => cookie.key?.value, C.isKey),
  ({ cookie }) => ({ token: cookie.key.value }),
)
on(
  '/basic',
  guard(
    ({ headers }) => C.readBasic(headers.authorization),
    (pair) => pair && C.isUser(...pair),
    'Basic realm="api"',
  ),
)
on(
  '/list',
  guard((context) => query(context) ?? header(context), C.isKey),
)
app.get('/login', ({ cookie }) => {
  cookie.sid.value = C.sign({ user: C.USER, expires: Date.now() + 3_600_000 })
  return { ok: true }
})
on(
  '/session',
  guard(({ headers }) => C.unsign(C.readCookie(headers.cookie, 'sid')), Boolean),
  () => ({ token: C.USER }),
)
on('/check', bearer, ({ status }) => status(403, { detail: 'Forbidden' }))
app.post('/body', ({ body }) => body, { beforeHandle: bearer, body: t.Object({ name: t.String(), count: t.Number() }) })
app.get('/1k', () => C.SMALL)
app.get('/64k', () => C.LARGE)
for (const { folder, path, hasId, name } of C.TABLE)
  on(`${folder}${path}${hasId ? '/:id' : ''}`, bearer, ({ params }) => ({ name, id: params?.id }))

app.listen({ port: C.PORT, hostname: C.HOST })
