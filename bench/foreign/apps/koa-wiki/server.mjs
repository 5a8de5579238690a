// A wiki of spaces. Sessions are cookies; each request that changes something brings the CSRF token of its session.
import { randomBytes, scryptSync, timingSafeEqual } from 'node:crypto'
import Router from '@koa/router'
import Koa from 'koa'
import bodyParser from 'koa-bodyparser'

const { ADA_PASSWORD, BELA_PASSWORD } = process.env
const COOKIE = 'wiki_sid'
const RIGHTS = ['reader', 'editor', 'owner']

const users = new Map()
const sessions = new Map() // id: { csrf, username?, until }
const spaces = new Map()
const pages = []
const failed = new Map()
let lastPage = 4700

function setPassword(user, password) {
  user.salt = randomBytes(16)
  user.hash = scryptSync(password, user.salt, 32, { N: 4096 })
}
function addUser(username, fullName, password) {
  const user = { username, fullName }
  setPassword(user, password)
  users.set(username, user)
}

const slugOf = (title) =>
  title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '') || 'page'

function addSpace(title, owner) {
  const space = {
    key: `${slugOf(title)}-${randomBytes(6).toString('hex')}`,
    title,
    members: new Map([[owner, 'owner']]),
  }
  spaces.set(space.key, space)
  return space
}

function freeSlug(space, title) {
  const taken = new Set(pages.filter((page) => page.space === space.key).map(({ slug }) => slug))
  let slug = slugOf(title)
  for (let count = 2; taken.has(slug); count += 1) slug = `${slugOf(title)}-${count}`
  return slug
}

function addPage(space, author, { title, text, draft = false, parentId = null }) {
  const page = {
    id: (lastPage += 1),
    space: space.key,
    slug: freeSlug(space, title),
    title,
    text,
    draft,
    parentId,
    author,
    locked: false,
    version: 1,
    revisions: [],
  }
  page.revisions.push({ version: 1, title, text, by: author })
  pages.push(page)
  return page
}

addUser('ada', 'Ada Lind', ADA_PASSWORD)
addUser('bela', 'Bela Toth', BELA_PASSWORD)
addUser('cleo', 'Cleo Marsh', randomBytes(18).toString('hex'))
const handbook = addSpace('Handbook', 'cleo')
handbook.members.set('ada', 'editor').set('bela', 'reader')
addPage(handbook, 'cleo', { title: 'First day', text: 'The badge is at the porter.' }).locked = true
addPage(handbook, 'ada', { title: 'Why I leave in May', text: 'Notes for the talk with Cleo.', draft: true })
const research = addSpace('Research', 'ada')
const engine = addPage(research, 'ada', {
  title: 'The engine',
  text: 'The valve of the second cylinder fails at 80 bar.',
})
addPage(research, 'ada', { title: 'Offers', text: 'Zimmer asks for 41000 for the patent.', parentId: engine.id })
const garden = addSpace('Garden', 'bela')
addPage(garden, 'bela', { title: 'Beds', text: 'The key of the shed is below the third pot.' })

// Refusals

const fail = (ctx, status, message) => ctx.throw(status, message, { expose: true })

async function answersErrors(ctx, next) {
  ctx.set('Cache-Control', 'no-store')
  try {
    await next()
    if (ctx.status === 404 && ctx.body === undefined) ctx.throw(404, 'not found')
  } catch (error) {
    ctx.status = error.status ?? 500
    ctx.body = { message: ctx.status >= 500 ? 'internal error' : error.message }
  }
}

// Sessions

function openSession(ctx, username) {
  const id = randomBytes(24).toString('base64url')
  const session = { id, csrf: randomBytes(24).toString('base64url'), username, until: Date.now() + 8 * 3_600_000 }
  sessions.set(id, session)
  ctx.cookies.set(COOKIE, id, { httpOnly: true, sameSite: 'lax', path: '/' })
  return session
}

async function readSession(ctx, next) {
  const session = sessions.get(ctx.cookies.get(COOKIE) ?? '')
  if (session && session.until > Date.now()) {
    ctx.state.session = session
    ctx.state.user = users.get(session.username)
  }
  await next()
}

function same(given, wanted) {
  const [left, right] = [Buffer.from(String(given ?? '')), Buffer.from(wanted)]
  return left.length === right.length && timingSafeEqual(left, right)
}

const SAFE = ['GET', 'HEAD', 'OPTIONS']

async function mustBeUser(ctx, next) {
  if (!ctx.state.user) fail(ctx, 401, 'log in first')
  if (!SAFE.includes(ctx.method) && !same(ctx.get('X-CSRF-Token'), ctx.state.session.csrf))
    fail(ctx, 403, 'the CSRF token is missing or wrong')
  await next()
}

function passwordFits(ctx, username, password) {
  const entry = failed.get(username) ?? { count: 0, since: Date.now() }
  if (Date.now() - entry.since > 15 * 60_000) Object.assign(entry, { count: 0, since: Date.now() })
  if (entry.count >= 10) fail(ctx, 429, 'too many wrong passwords')
  const user = users.get(username)
  const hash = scryptSync(String(password ?? ''), user?.salt ?? Buffer.alloc(16), 32, { N: 4096 })
  if (user && timingSafeEqual(hash, user.hash)) return failed.delete(username) || true
  failed.set(username, { ...entry, count: entry.count + 1 })
  return false
}

// Spaces and pages

const rightIn = (space, { username }) => space.members.get(username)
const atLeast = (right, wanted) => RIGHTS.indexOf(right) >= RIGHTS.indexOf(wanted)
const isShown = (page, user) => !page.draft || page.author === user.username

function spaceOf(ctx, wanted = 'reader') {
  const space = spaces.get(ctx.params.space)
  const right = space && rightIn(space, ctx.state.user)
  if (!right) fail(ctx, 404, 'no such space')
  if (!atLeast(right, wanted)) fail(ctx, 403, `only for an ${wanted} of this space`)
  return space
}

function pageOf(ctx, space) {
  const page = pages.find((other) => other.space === space.key && other.slug === ctx.params.slug)
  if (!page || !isShown(page, ctx.state.user)) fail(ctx, 404, 'no such page')
  return page
}

/** A page that is locked is changed by owners of its space alone. */
function mayTouch(ctx, space, page) {
  if (page.locked && rightIn(space, ctx.state.user) !== 'owner') fail(ctx, 423, 'this page is locked')
}

const briefOf = ({ id, slug, title, draft, locked }) => ({ id, slug, title, draft, locked })

function pageView(page) {
  const parent = pages.find(({ id }) => id === page.parentId)
  const { space, text, author, version } = page
  return {
    ...briefOf(page),
    space,
    text,
    author,
    version,
    parent: parent ? { id: parent.id, slug: parent.slug, title: parent.title } : null,
  }
}

const spaceView = (space, user) => ({ key: space.key, title: space.title, right: rightIn(space, user) })
const shownIn = (space, user) => pages.filter((page) => page.space === space.key && isShown(page, user))

const isText = (value, max) => typeof value === 'string' && value.trim() !== '' && value.length <= max
const need = (ctx, good, message) => good || fail(ctx, 422, message)

const router = new Router()

router.get('/csrf', (ctx) => {
  ctx.body = { csrfToken: (ctx.state.session ?? openSession(ctx)).csrf }
})

// Also a form: the page of the login has no script.
router.post('/login', (ctx) => {
  const { username, password, _csrf } = ctx.request.body ?? {}
  const before = ctx.state.session
  if (!before || !same(_csrf ?? ctx.get('X-CSRF-Token'), before.csrf))
    fail(ctx, 403, 'the CSRF token is missing or wrong')
  const name = String(username ?? '')
    .trim()
    .toLowerCase()
  if (!passwordFits(ctx, name, password)) fail(ctx, 401, 'wrong name or password')
  sessions.delete(before.id)
  ctx.body = { username: name, csrfToken: openSession(ctx, name).csrf }
})

router.post('/logout', mustBeUser, (ctx) => {
  sessions.delete(ctx.state.session.id)
  ctx.cookies.set(COOKIE, null, { path: '/' })
  ctx.status = 204
})

router.get('/me', mustBeUser, (ctx) => {
  const { username, fullName } = ctx.state.user
  ctx.body = { username, fullName }
})

router.put('/me/password', mustBeUser, (ctx) => {
  const { user, session } = ctx.state
  const { current, password } = ctx.request.body
  need(ctx, isText(password, 200) && password.length >= 10, 'password: 10 to 200 characters')
  if (!passwordFits(ctx, user.username, current)) fail(ctx, 403, 'the current password is another one')
  setPassword(user, password)
  for (const other of sessions.values())
    if (other.username === user.username && other !== session) sessions.delete(other.id)
  ctx.status = 204
})

router.get('/spaces', mustBeUser, (ctx) => {
  const { user } = ctx.state
  ctx.body = {
    spaces: [...spaces.values()].filter((space) => rightIn(space, user)).map((space) => spaceView(space, user)),
  }
})

router.post('/spaces', mustBeUser, (ctx) => {
  const { title } = ctx.request.body
  need(ctx, isText(title, 80), 'title: 1 to 80 characters')
  ctx.status = 201
  ctx.body = spaceView(addSpace(title, ctx.state.user.username), ctx.state.user)
})

router.get('/spaces/:space', mustBeUser, (ctx) => {
  const space = spaceOf(ctx)
  const members = [...space.members].map(([username, right]) => ({ username, right }))
  ctx.body = { ...spaceView(space, ctx.state.user), members, pages: shownIn(space, ctx.state.user).map(briefOf) }
})

router.get('/spaces/:space/export', mustBeUser, (ctx) => {
  const space = spaceOf(ctx)
  const exported = shownIn(space, ctx.state.user)
  ctx.type = 'text/markdown'
  ctx.body = [`# ${space.title}`, ...exported.map(({ title, text }) => `## ${title}\n\n${text}`)].join('\n\n')
})

const ownersOf = (space) => [...space.members.values()].filter((right) => right === 'owner').length

router.put('/spaces/:space/members/:username', mustBeUser, (ctx) => {
  const space = spaceOf(ctx, 'owner')
  const { username } = ctx.params
  const { right } = ctx.request.body
  need(ctx, RIGHTS.includes(right), 'right: reader, editor or owner')
  need(ctx, users.has(username), 'nobody has this name')
  if (space.members.get(username) === 'owner' && right !== 'owner' && ownersOf(space) === 1)
    fail(ctx, 409, 'a space has an owner')
  space.members.set(username, right)
  ctx.body = { username, right }
})

router.delete('/spaces/:space/members/:username', mustBeUser, (ctx) => {
  const space = spaceOf(ctx)
  const { username } = ctx.params
  if (username !== ctx.state.user.username && rightIn(space, ctx.state.user) !== 'owner')
    fail(ctx, 403, 'only for an owner of this space')
  if (!space.members.has(username)) fail(ctx, 404, 'no such member')
  if (space.members.get(username) === 'owner' && ownersOf(space) === 1) fail(ctx, 409, 'a space has an owner')
  space.members.delete(username)
  ctx.status = 204
})

router.post('/spaces/:space/pages', mustBeUser, (ctx) => {
  const space = spaceOf(ctx, 'editor')
  const { title, text, draft, parentId } = ctx.request.body
  need(ctx, isText(title, 120), 'title: 1 to 120 characters')
  need(ctx, isText(text, 20_000), 'text: 1 to 20000 characters')
  need(ctx, draft === undefined || typeof draft === 'boolean', 'draft: true or false')
  const isParent = (page) => page.id === parentId && page.space === space.key && isShown(page, ctx.state.user)
  need(ctx, parentId === undefined || parentId === null || pages.some(isParent), 'parentId: no such page')
  ctx.status = 201
  ctx.body = pageView(addPage(space, ctx.state.user.username, { title, text, draft, parentId }))
})

router.get('/spaces/:space/pages/:slug', mustBeUser, (ctx) => {
  ctx.body = pageView(pageOf(ctx, spaceOf(ctx)))
})

router.put('/spaces/:space/pages/:slug', mustBeUser, (ctx) => {
  const space = spaceOf(ctx, 'editor')
  const page = pageOf(ctx, space)
  mayTouch(ctx, space, page)
  const { title, text, version, draft, locked } = ctx.request.body
  need(ctx, isText(title, 120) && isText(text, 20_000), 'title and text are needed')
  need(ctx, draft === undefined || typeof draft === 'boolean', 'draft: true or false')
  need(ctx, locked === undefined || typeof locked === 'boolean', 'locked: true or false')
  if (locked !== undefined && locked !== page.locked && rightIn(space, ctx.state.user) !== 'owner')
    fail(ctx, 403, 'owners lock pages')
  if (version !== page.version) fail(ctx, 409, `the page has version ${page.version} now`)
  Object.assign(page, { title, text, draft: draft ?? page.draft, locked: locked ?? page.locked, version: version + 1 })
  page.revisions.push({ version: page.version, title, text, by: ctx.state.user.username })
  ctx.body = pageView(page)
})

router.delete('/spaces/:space/pages/:slug', mustBeUser, (ctx) => {
  const space = spaceOf(ctx, 'editor')
  const page = pageOf(ctx, space)
  mayTouch(ctx, space, page)
  pages.splice(pages.indexOf(page), 1)
  ctx.status = 204
})

router.get('/spaces/:space/pages/:slug/revisions', mustBeUser, (ctx) => {
  const space = spaceOf(ctx)
  ctx.body = { revisions: pageOf(ctx, space).revisions }
})

router.post('/spaces/:space/pages/:slug/move', mustBeUser, (ctx) => {
  const space = spaceOf(ctx, 'editor')
  const page = pageOf(ctx, space)
  mayTouch(ctx, space, page)
  const target = spaces.get(ctx.request.body.toSpace)
  need(ctx, target && atLeast(rightIn(target, ctx.state.user), 'editor'), 'toSpace: no space that you may edit')
  Object.assign(page, { slug: freeSlug(target, page.title), space: target.key, parentId: null })
  ctx.body = pageView(page)
})

router.get('/search', mustBeUser, (ctx) => {
  const { user } = ctx.state
  const words = String(ctx.query.q ?? '').toLowerCase()
  const seen = [...spaces.values()].filter((space) => rightIn(space, user)).flatMap((space) => shownIn(space, user))
  const found = seen.filter(({ title, text }) => `${title} ${text}`.toLowerCase().includes(words))
  ctx.body = {
    pages: found.slice(0, 50).map((page) => ({ ...briefOf(page), space: page.space, snippet: page.text.slice(0, 80) })),
  }
})

const app = new Koa()
app.use(answersErrors)
app.use(readSession)
app.use(bodyParser({ enableTypes: ['json', 'form'] }))
app.use(router.routes())

const server = app.listen(Number(process.env.PORT ?? 3000), '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${server.address().port}`)
})
