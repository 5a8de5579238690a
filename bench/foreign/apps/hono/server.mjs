// Files of teams: personal access tokens with a tenant beside them, a signed cookie, Basic for the operators, a search key.
import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { deleteCookie, getCookie, getSignedCookie, setSignedCookie } from 'hono/cookie'
import { HTTPException } from 'hono/http-exception'

const { ANN_TOKEN, BOB_TOKEN, OLGA_TOKEN, ANN_PASSWORD, BOB_PASSWORD, COOKIE_SECRET, OPS_PASSWORD, SEARCH_KEY } =
  process.env

const hash = (text) => createHash('sha256').update(text).digest('hex')
const same = (given, wanted) =>
  typeof given === 'string' && timingSafeEqual(Buffer.from(hash(given)), Buffer.from(hash(wanted)))

const members = new Map([
  [hash(ANN_TOKEN), { name: 'ann', tenant: 'acme', role: 'member' }],
  [hash(BOB_TOKEN), { name: 'bob', tenant: 'globex', role: 'member' }],
  [hash(OLGA_TOKEN), { name: 'olga', tenant: 'acme', role: 'owner' }],
])
const accounts = [
  { email: 'ann@example.com', password: ANN_PASSWORD },
  { email: 'bob@example.com', password: BOB_PASSWORD },
]
const files = {
  'readme.txt': 'Read this before the audit',
  'plan.txt': 'Quarterly plan, confidential',
}
const sessions = new Map()

const app = new Hono().basePath('/v2')

app.use(async (c, next) => {
  c.header('X-Trace', randomUUID())
  await next()
})

async function token(c, next) {
  const [, given] = /^Bearer +([\w.~+/-]+=*)$/i.exec(c.req.header('authorization') ?? '') ?? []
  const member = given && members.get(hash(given))
  if (!member) {
    c.header('WWW-Authenticate', 'Bearer')
    return c.json({ error: 'unauthenticated', trace: randomUUID() }, 401)
  }
  c.set('member', member)
  await next()
}

async function tenant(c, next) {
  const wanted = c.req.header('x-tenant')
  if (!wanted) return c.json({ error: 'X-Tenant is missing' }, 400)
  if (wanted !== c.get('member').tenant) return c.json({ error: 'not your tenant' }, 403)
  await next()
}

async function owner(c, next) {
  const { role } = c.get('member')
  if (role !== 'owner') return c.json({ error: 'owners only' }, 403)
  await next()
}

async function operator(c, next) {
  const [, encoded] = /^Basic ([A-Za-z0-9+/]+={0,2})$/i.exec(c.req.header('authorization') ?? '') ?? []
  const [user, ...rest] = Buffer.from(encoded ?? '', 'base64')
    .toString()
    .split(':')
  const password = rest.join(':')
  if (!same(user, 'operator') || !same(password, OPS_PASSWORD)) {
    return c.text('Unauthorized', 401, { 'WWW-Authenticate': 'Basic realm="ops"' })
  }
  await next()
}

async function searchKey(c, next) {
  const key = c.req.header('x-search-key')
  if (same(key, SEARCH_KEY)) return next()
  return token(c, next)
}

async function session(c, next) {
  const sid = await getSignedCookie(c, COOKIE_SECRET, 'sid')
  const email = sid && sessions.get(sid)
  if (!email) throw new HTTPException(401, { message: 'log in first' })
  c.set('email', email)
  await next()
}

app.get('/ping', (c) => c.text(`pong ${Date.now()}`))

app.post('/login', async (c) => {
  const { email, password } = await c.req.json().catch(() => ({}))
  const account = accounts.find((one) => one.email === email)
  if (!account || !same(password, account.password)) return c.json({ error: 'wrong e-mail or password' }, 401)
  const sid = randomBytes(20).toString('hex')
  sessions.set(sid, account.email)
  await setSignedCookie(c, 'sid', sid, COOKIE_SECRET, { httpOnly: true, sameSite: 'Lax', path: '/v2' })
  return c.json({ email: account.email, at: new Date() })
})

app.post('/logout', session, async (c) => {
  sessions.delete(await getSignedCookie(c, COOKIE_SECRET, 'sid'))
  deleteCookie(c, 'sid', { path: '/v2' })
  return c.body(null, 204)
})

app.get('/me', session, (c) => c.json({ email: c.get('email'), trace: randomUUID() }))

app.use('/files/*', token, tenant)

app.get('/files', (c) => c.json({ trace: randomUUID(), files: Object.keys(files) }))

app.get('/files/:name', (c) => {
  const text = files[c.req.param('name')]
  if (!text) return c.json({ error: 'no such file' }, 404)
  return c.json({ trace: randomUUID(), name: c.req.param('name'), text, size: text.length })
})

app.get('/files/:name/raw', (c) => {
  const text = files[c.req.param('name')]
  if (!text) return c.notFound()
  return c.text(`${text}\nprinted at ${new Date().toISOString()}\n`)
})

app.put('/files/:name', async (c) => {
  const { text } = await c.req.json().catch(() => ({}))
  if (typeof text !== 'string') return c.json({ error: 'text is required' }, 422)
  return c.json({ trace: randomUUID(), name: c.req.param('name'), size: text.length, version: randomUUID() })
})

app.get('/billing', token, owner, (c) =>
  c.json({ trace: randomUUID(), iban: 'DE02120300000000202051', due: Date.now() }),
)

app.get('/ops/queue', operator, (c) => c.json({ at: new Date(), queue: [randomUUID(), randomUUID()] }))

app.get('/search', searchKey, (c) => {
  const q = c.req.query('q')
  if (!q) return c.json({ error: 'q is required' }, 400)
  return c.json({ trace: randomUUID(), hits: Object.keys(files).filter((name) => name.includes(q)) })
})

app.onError((error, c) => {
  if (error instanceof HTTPException) return c.json({ error: error.message }, error.status)
  return c.json({ error: 'internal' }, 500)
})

serve({ fetch: app.fetch, port: Number(process.env.PORT ?? 3000), hostname: '127.0.0.1' }, ({ port }) => {
  console.log(`http://127.0.0.1:${port}`)
})
