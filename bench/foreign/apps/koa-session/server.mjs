// Koa with koa-session: sessions on the server, a check of the origin, roles, and a key for programs.
import { createHash, timingSafeEqual } from 'node:crypto'
import Router from '@koa/router'
import Koa from 'koa'
import bodyParser from 'koa-bodyparser'
import session from 'koa-session'

const { SESSION_KEY, PIA_PASSWORD, BOSS_PASSWORD, IMPORT_KEY } = process.env
const app = new Koa()
app.keys = [SESSION_KEY]

const users = {
  pia: { password: PIA_PASSWORD, role: 'user' },
  boss: { password: BOSS_PASSWORD, role: 'manager' },
}
const sessions = new Map()
const store = {
  get: async (id) => sessions.get(id),
  set: async (id, value) => void sessions.set(id, value),
  destroy: async (id) => void sessions.delete(id),
}
const digest = (text) => createHash('sha256').update(text).digest()
const same = (one, other) => timingSafeEqual(digest(one), digest(other))

const ORIGIN_FREE = ['GET', 'HEAD', 'OPTIONS']

async function sameOrigin(ctx, next) {
  const origin = ctx.get('origin')
  const isForeign =
    (origin !== '' && origin !== `${ctx.protocol}://${ctx.host}`) || ctx.get('sec-fetch-site') === 'cross-site'
  if (!ORIGIN_FREE.includes(ctx.method) && isForeign) ctx.throw(403, 'cross-site request')
  await next()
}

async function loggedIn(ctx, next) {
  const user = users[ctx.session.name ?? '']
  if (user === undefined) ctx.throw(401)
  ctx.state.user = { name: ctx.session.name, role: user.role }
  await next()
}

const withRole = (role) => async (ctx, next) => {
  if (ctx.state.user.role !== role) ctx.throw(403)
  await next()
}

async function importKey(ctx, next) {
  if (!same(ctx.get('x-import-key'), IMPORT_KEY)) ctx.throw(401)
  await next()
}

const router = new Router()

router.get('/', (ctx) => {
  ctx.body = { service: 'orders' }
})

router.post('/login', async (ctx) => {
  const { username, password } = ctx.request.body ?? {}
  const user = typeof username === 'string' && Object.hasOwn(users, username) ? users[username] : undefined
  if (user === undefined || typeof password !== 'string' || !same(password, user.password)) ctx.throw(401)
  await ctx.session.regenerate()
  ctx.session.name = username
  ctx.body = { name: username }
})

router.post('/logout', loggedIn, (ctx) => {
  ctx.session = null
  ctx.status = 204
})

router.get('/me', loggedIn, (ctx) => {
  ctx.body = { name: ctx.state.user.name, role: ctx.state.user.role }
})

router.get('/orders/:id', loggedIn, (ctx) => {
  ctx.body = { id: ctx.params.id, seenBy: ctx.state.user.name, at: Date.now() }
})

router.post('/orders', loggedIn, (ctx) => {
  ctx.status = 201
  ctx.body = { ...ctx.request.body, by: ctx.state.user.name }
})

router.delete('/orders/:id', loggedIn, withRole('manager'), (ctx) => {
  ctx.status = 204
})

router.post('/import', importKey, (ctx) => {
  ctx.status = 202
  ctx.body = { accepted: true }
})

app.use(session({ key: 'koa.sess', store, signed: false, maxAge: 3_600_000, sameSite: 'lax' }, app))
app.use(sameOrigin)
app.use(bodyParser())
app.use(router.routes())
app.use(router.allowedMethods())
app.silent = true

const server = app.listen(Number(process.env.PORT ?? 3000), '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${server.address().port}`)
})
