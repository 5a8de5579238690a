// h3 2 as its guide writes it: routes, and auth in middleware of a route.
import { createServer } from 'node:http'
import { getCookie, getQuery, H3, HTTPError, readBody, setCookie, toNodeHandler } from 'h3'
import * as C from './common.mjs'

const app = new H3()
const refuse = (challenge) => {
  throw new HTTPError({ status: 401, headers: challenge ? { 'www-authenticate': challenge } : {}, data: {} })
}
const bearer = (event) => {
  const token = C.readBearer(event.req.headers.get('authorization'))
  if (!C.isToken(token)) refuse('Bearer')
  event.context.auth = token
}
const keyFrom = (read) => (event) => {
  const key = read(event)
  if (!C.isKey(key)) refuse()
  event.context.auth = key
}
const header = (event) => event.req.headers.get('x-api-key')
const query = (event) => getQuery(event).key
const answer = (event) => ({ token: event.context.auth })
const on = (path, auth, handler = answer) => app.get(path, handler, { middleware: [auth] })

app.get('/open', () => ({ ok: true, hello: 'world' }))
on('/bearer', bearer)
on('/header', keyFrom(header))
on('/query', keyFrom(query))
on(
  '/cookie',
  keyFrom((event) => getCookie(event, 'key')),
)
on('/basic', (event) => {
  const pair = C.readBasic(event.req.headers.get('authorization'))
  if (!pair || !C.isUser(...pair)) refuse('Basic realm="api"')
  event.context.auth = pair[0]
})
on(
  '/list',
  keyFrom((event) => query(event) ?? header(event)),
)
app.get('/login', (event) => {
  setCookie(event, 'sid', C.sign({ user: C.USER, expires: Date.now() + 3_600_000 }))
  return { ok: true }
})
on('/session', (event) => {
  const session = C.unsign(getCookie(event, 'sid'))
  if (!session) refuse()
  event.context.auth = session.user
})
on('/check', bearer, () => {
  throw new HTTPError({ status: 403 })
})
app.post(
  '/body',
  async (event) => {
    const body = await readBody(event)
    if (typeof body?.name !== 'string' || typeof body?.count !== 'number') throw new HTTPError({ status: 422 })
    return body
  },
  { middleware: [bearer] },
)
app.get('/1k', () => C.SMALL)
app.get('/64k', () => C.LARGE)
for (let folder = 0; folder < 20; folder++) app.use(`/api/g${folder}/**`, bearer)
for (const { folder, path, hasId, name } of C.TABLE)
  app.get(`${folder}${path}${hasId ? '/:id' : ''}`, (event) => ({ name, id: event.context.params?.id }))

createServer(toNodeHandler(app)).listen(C.PORT, C.HOST)
