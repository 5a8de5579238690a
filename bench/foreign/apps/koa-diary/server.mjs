// Diaries: entries are private, or public for all; sessions in a cookie, with a token against forged requests.
import { createHmac, randomBytes, scryptSync, timingSafeEqual } from 'node:crypto'
import Router from '@koa/router'
import Koa from 'koa'
import bodyParser from 'koa-bodyparser'

const { CSRF_SECRET, MAY_PASSWORD, SAM_PASSWORD } = process.env
const HOUR = 3_600_000
const TYPES = ['image/png', 'image/jpeg', 'text/plain']

class Store extends Map {
  next = 1
  insert(record) {
    const id = this.next++
    this.set(id, { id, ...record })
    return this.get(id)
  }
}
const people = new Map()
const entries = new Store()
const attachments = new Store()
const shares = new Map()
const sessions = new Map()
const tries = new Map()

const seal = (password) => {
  const salt = randomBytes(16)
  return Buffer.concat([salt, scryptSync(password, salt, 32)])
}
const opens = (password, sealed) =>
  timingSafeEqual(scryptSync(password, sealed.subarray(0, 16), 32), sealed.subarray(16))
const stranger = seal(randomBytes(12).toString('hex'))

const addPerson = (username, email, displayName, isPublic, password) =>
  people.set(username, { username, email, displayName, bio: '', isPublic, password: seal(password) })
const addEntry = (author, title, text, visibility) =>
  entries.insert({ author, title, text, visibility, writtenAt: new Date().toISOString(), deletedAt: null })

addPerson('may', 'may.fields@post.example', 'May Fields', true, MAY_PASSWORD)
addPerson('sam', 'sam.brook@post.example', 'Sam Brook', false, SAM_PASSWORD)
addEntry('may', 'First snow', 'It snowed on the pass, and the bus waited.', 'public')
addEntry('may', 'The letter', 'I shall not answer the letter of my uncle Ernest.', 'private')
addEntry('sam', 'The doctor', 'The doctor in Elm Street says it is the left knee.', 'private')
attachments.insert({
  entryId: 3,
  name: 'knee.txt',
  type: 'text/plain',
  data: Buffer.from('Left knee, 40 mg').toString('base64'),
})

// --- sessions

function openSession(ctx, username) {
  const sid = randomBytes(32).toString('hex')
  sessions.set(sid, { sid, username, endsAt: Date.now() + (username ? 8 * HOUR : HOUR) })
  ctx.cookies.set('diary', sid, { httpOnly: true, overwrite: true })
  return sessions.get(sid)
}

const csrfOf = ({ sid }) => createHmac('sha256', CSRF_SECRET).update(sid).digest('base64url')

function sameText(a, b) {
  const [left, right] = [Buffer.from(String(a)), Buffer.from(String(b))]
  return left.length === right.length && timingSafeEqual(left, right)
}

async function session(ctx, next) {
  const found = sessions.get(ctx.cookies.get('diary'))
  if (found && found.endsAt < Date.now()) sessions.delete(found.sid)
  else ctx.state.session = found
  ctx.state.me = people.get(ctx.state.session?.username)
  await next()
}

async function csrf(ctx, next) {
  const { session: current } = ctx.state
  const given = ctx.get('x-csrf-token') || ctx.request.body?._csrf
  if (!current || !sameText(given, csrfOf(current))) ctx.throw(403, 'The CSRF token is missing or wrong')
  await next()
}

async function user(ctx, next) {
  if (!ctx.state.me) ctx.throw(401, 'Log in first')
  await next()
}

const changing = [user, csrf]

// --- limits: eight guesses of one name in five minutes

function countGuess(ctx, name) {
  let entry = tries.get(name)
  if (!entry || entry.endsAt < Date.now()) tries.set(name, (entry = { left: 8, endsAt: Date.now() + HOUR / 12 }))
  if (entry.left === 0) {
    ctx.set('Retry-After', '300')
    ctx.throw(429, 'Too many attempts')
  }
  entry.left--
}

// --- what comes in and goes out

const str = (ctx, value, name, max, min = 1) => {
  if (typeof value !== 'string' || value.length < min || value.length > max) ctx.throw(400, `${name} is not valid`)
  return value
}
const shownEntry = ({ id, author, title, text, visibility, writtenAt }) => ({
  id,
  author,
  title,
  text,
  visibility,
  writtenAt,
})
const shownAttachment = ({ id, name, type, data }) => ({ id, name, type, data })
const profile = ({ username, displayName, bio }) => ({ username, displayName, bio })
const account = ({ username, email, displayName, bio, isPublic }) => ({ username, email, displayName, bio, isPublic })

const number = (value) => (/^\d{1,9}$/.test(value) ? Number(value) : 0)
const readable = (entry, me) => !entry.deletedAt && (entry.visibility === 'public' || entry.author === me.username)

/** 404 for what one may not know of, 403 for the public entry of another that is to be changed. */
function entryOf(ctx, change = false) {
  const entry = entries.get(number(ctx.params.id))
  if (!entry || !readable(entry, ctx.state.me)) ctx.throw(404, 'No such entry')
  if (change && entry.author !== ctx.state.me.username) ctx.throw(403, 'Only the author may do this')
  return entry
}

function entryBody(ctx) {
  const { title, text, visibility = 'private' } = ctx.request.body
  if (visibility !== 'private' && visibility !== 'public') ctx.throw(400, 'visibility is private or public')
  return { title: str(ctx, title, 'title', 120), text: str(ctx, text, 'text', 10_000), visibility }
}

// --- routes

const router = new Router()

router.get('/csrf', (ctx) => {
  ctx.body = { csrfToken: csrfOf(ctx.state.session ?? openSession(ctx)) }
})

router.post('/login', csrf, (ctx) => {
  const username = str(ctx, ctx.request.body.username, 'username', 60).toLowerCase()
  const password = str(ctx, ctx.request.body.password, 'password', 200)
  countGuess(ctx, username)
  const person = people.get(username)
  if (!opens(password, person?.password ?? stranger) || !person) ctx.throw(401, 'Wrong name or password')
  tries.delete(username)
  sessions.delete(ctx.state.session.sid)
  openSession(ctx, username)
  ctx.body = account(person)
})

router.post('/logout', ...changing, (ctx) => {
  sessions.delete(ctx.state.session.sid)
  ctx.cookies.set('diary', null)
  ctx.status = 204
})

router.get('/account', user, (ctx) => {
  ctx.body = account(ctx.state.me)
})

router.patch('/account', ...changing, (ctx) => {
  const { me } = ctx.state
  const { displayName = me.displayName, bio = me.bio, isPublic = me.isPublic } = ctx.request.body
  if (typeof isPublic !== 'boolean') ctx.throw(400, 'isPublic is not valid')
  Object.assign(me, {
    displayName: str(ctx, displayName, 'displayName', 60),
    bio: str(ctx, bio, 'bio', 500, 0),
    isPublic,
  })
  ctx.body = account(me)
})

router.post('/account/password', ...changing, (ctx) => {
  const { me } = ctx.state
  const newPassword = str(ctx, ctx.request.body.newPassword, 'newPassword', 200, 10)
  const currentPassword = str(ctx, ctx.request.body.currentPassword, 'currentPassword', 200)
  countGuess(ctx, me.username)
  if (!opens(currentPassword, me.password)) ctx.throw(403, 'The current password is wrong')
  tries.delete(me.username)
  me.password = seal(newPassword)
  // All sessions end; the one that asks goes on under a new id.
  for (const { sid, username } of sessions.values()) if (username === me.username) sessions.delete(sid)
  openSession(ctx, me.username)
  ctx.status = 204
})

// Public for all: a profile that its owner shows. A hidden one is like none.
router.get('/people/:username', (ctx) => {
  const person = people.get(ctx.params.username)
  if (!person || (!person.isPublic && person !== ctx.state.me)) ctx.throw(404, 'No such profile')
  ctx.body = profile(person)
})

router.get('/entries', user, (ctx) => {
  const { q = '', page = '1' } = ctx.query
  const from = number(page)
  if (typeof q !== 'string' || from < 1) ctx.throw(400, 'q and page')
  const words = q.toLowerCase()
  const found = [...entries.values()]
    .filter((entry) => readable(entry, ctx.state.me))
    .filter(({ title, text }) => `${title} ${text}`.toLowerCase().includes(words))
  ctx.body = { total: found.length, entries: found.slice((from - 1) * 20, from * 20).map(shownEntry) }
})

router.post('/entries', ...changing, (ctx) => {
  const { title, text, visibility } = entryBody(ctx)
  ctx.status = 201
  ctx.body = shownEntry(addEntry(ctx.state.me.username, title, text, visibility))
})

router.get('/entries/:id', user, (ctx) => {
  ctx.body = shownEntry(entryOf(ctx))
})

router.put('/entries/:id', ...changing, (ctx) => {
  const entry = entryOf(ctx, true)
  Object.assign(entry, entryBody(ctx))
  ctx.body = shownEntry(entry)
})

router.delete('/entries/:id', ...changing, (ctx) => {
  const entry = entryOf(ctx, true)
  entry.deletedAt = new Date().toISOString()
  ctx.status = 204
})

router.post('/entries/:id/attachments', ...changing, (ctx) => {
  const entry = entryOf(ctx, true)
  const { name, type, data } = ctx.request.body
  str(ctx, name, 'name', 100)
  if (!TYPES.includes(type)) ctx.throw(400, 'type is not valid')
  if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(str(ctx, data, 'data', 60_000)))
    ctx.throw(400, 'data is not base64')
  ctx.status = 201
  ctx.body = shownAttachment(attachments.insert({ entryId: entry.id, name, type, data }))
})

router.get('/entries/:id/attachments/:attachmentId', user, (ctx) => {
  const entry = entryOf(ctx)
  const attachment = attachments.get(number(ctx.params.attachmentId))
  if (attachment?.entryId !== entry.id) ctx.throw(404, 'No such attachment')
  ctx.body = shownAttachment(attachment)
})

// A link for those without an account: the token is all that is needed, and it ends with the entry or after a week.
router.post('/entries/:id/share', ...changing, (ctx) => {
  const entry = entryOf(ctx, true)
  const token = randomBytes(24).toString('base64url')
  shares.set(token, { entryId: entry.id, endsAt: Date.now() + 168 * HOUR })
  ctx.status = 201
  ctx.body = { token, path: `/shared/${token}` }
})

router.get('/shared/:token', (ctx) => {
  const share = shares.get(ctx.params.token)
  const entry = entries.get(share?.entryId)
  if (!entry || entry.deletedAt || share.endsAt < Date.now()) ctx.throw(404, 'No such link')
  ctx.body = { title: entry.title, text: entry.text }
})

const app = new Koa()
app.silent = true
app.use(async (ctx, next) => {
  ctx.set('Cache-Control', 'no-store')
  try {
    await next()
    if (ctx.status === 404 && !ctx.body) ctx.throw(404, 'Not found')
  } catch (error) {
    ctx.status = error.status ?? 500
    ctx.body = { error: ctx.status < 500 ? error.message : 'Internal error' }
  }
})
app.use(bodyParser({ enableTypes: ['json', 'form'], jsonLimit: '100kb' }))
app.use(session)
app.use(router.routes())

const server = app.listen(Number(process.env.PORT ?? 3000), '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${server.address().port}`)
})
