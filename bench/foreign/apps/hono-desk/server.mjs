// A help desk for many companies: every record belongs to a tenant. Access and refresh tokens of hono/jwt.
import { randomBytes, randomUUID, scrypt as scryptCallback, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { serve } from '@hono/node-server'
import { getConnInfo } from '@hono/node-server/conninfo'
import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { sign, verify } from 'hono/jwt'

const { JWT_SECRET, AMY_PASSWORD, BEN_PASSWORD, CARL_PASSWORD } = process.env
const ACCESS_SECONDS = 5 * 60
const REFRESH_SECONDS = 7 * 24 * 3600
const scrypt = promisify(scryptCallback)
const now = () => Math.floor(Date.now() / 1000)

// ---------------------------------------------------------------- data

const members = new Map()
const tickets = new Map()
const comments = []
const invitations = new Map()
/** Refresh tokens that are good, by their ids. */
const refreshIds = new Map()
const counters = { ticket: 100, comment: 0 }

async function encode(password, salt = randomBytes(16)) {
  return { salt, bytes: await scrypt(password, salt, 32) }
}
const matches = async (password, { salt, bytes }) => timingSafeEqual(await scrypt(password, salt, 32), bytes)
const nothing = await encode(randomUUID())

async function addMember({ id = randomUUID(), tenantId, email, name, role, password }) {
  const member = { id, tenantId, email, name, role, active: true, version: 1, password: await encode(password) }
  members.set(member.id, member)
  return member
}

function addTicket(author, { title, text, priority = 'normal' }) {
  const ticket = {
    id: ++counters.ticket,
    tenantId: author.tenantId,
    authorId: author.id,
    assigneeId: null,
    title,
    text,
    priority,
    status: 'open',
    createdAt: new Date().toISOString(),
  }
  tickets.set(ticket.id, ticket)
  return ticket
}

function addComment(ticket, author, text) {
  const comment = {
    id: ++counters.comment,
    ticketId: ticket.id,
    authorId: author.id,
    text,
    createdAt: new Date().toISOString(),
  }
  comments.push(comment)
  return comment
}

const amy = await addMember({
  id: '0b6f3c52-7a0e-4f4e-9d55-3a1c2b7e8f10',
  tenantId: 'acme',
  email: 'amy@acme.example',
  name: 'Amy',
  role: 'admin',
  password: AMY_PASSWORD,
})
const ben = await addMember({
  id: '4d1e8a97-25c3-4b0f-8f6a-6c9d0e1f2a31',
  tenantId: 'acme',
  email: 'ben@acme.example',
  name: 'Ben',
  role: 'agent',
  password: BEN_PASSWORD,
})
const carl = await addMember({
  id: '9c2b7d64-e81f-4a5d-b3c0-1f4e5d6a7b82',
  tenantId: 'birch',
  email: 'carl@birch.example',
  name: 'Carl',
  role: 'admin',
  password: CARL_PASSWORD,
})
await addMember({
  id: 'e5a1c9d2-6b74-4f38-a0c7-2d8b3e4f5c64',
  tenantId: 'birch',
  email: 'dora@birch.example',
  name: 'Dora',
  role: 'agent',
  password: randomUUID(),
})
addComment(
  addTicket(amy, { title: 'Printer in hall 4', text: 'It prints the payroll of May again and again' }),
  ben,
  'The spool of hall 4 is full of payrolls',
)
addTicket(ben, { title: 'Badge of the new cleaner', text: 'Badge 5512 opens the vault', priority: 'high' })
addComment(
  addTicket(carl, { title: 'Mail of the lawyers', text: 'Their mails about the merger bounce' }),
  carl,
  'The merger is called Walnut',
)

// ---------------------------------------------------------------- guesses

const attempts = new Map()

/** Counts an attempt; true if there were too many in five minutes. */
function tooMany(key, limit) {
  const entry = attempts.get(key)
  if (!entry || entry.until < now()) attempts.set(key, { count: 1, until: now() + 300 })
  else entry.count++
  return attempts.get(key).count > limit
}

const peer = (c) => getConnInfo(c).remote.address ?? 'unknown'

// ---------------------------------------------------------------- tokens

const refuse = (status, message) => {
  throw new HTTPException(status, { message })
}

async function issue(member) {
  const jti = randomUUID()
  const base = { sub: member.id, tenant: member.tenantId, ver: member.version, iat: now() }
  refreshIds.set(jti, member.id)
  return {
    accessToken: await sign({ ...base, typ: 'access', sid: jti, exp: now() + ACCESS_SECONDS }, JWT_SECRET, 'HS256'),
    refreshToken: await sign({ ...base, typ: 'refresh', jti, exp: now() + REFRESH_SECONDS }, JWT_SECRET, 'HS256'),
    tokenType: 'Bearer',
    expiresIn: ACCESS_SECONDS,
  }
}

/** Who a token is of: the role comes from the data, never from the token. */
async function readToken(token, typ) {
  const claims = await verify(token, JWT_SECRET, 'HS256').catch(() => refuse(401, 'The token is not valid'))
  const member = members.get(claims.sub)
  if (claims.typ !== typ) refuse(401, 'The token is not valid')
  if (!member?.active || member.version !== claims.ver) refuse(401, 'The token is not valid')
  return { claims, member }
}

async function authenticated(c, next) {
  const token = /^Bearer ([\w.-]+)$/i.exec(c.req.header('authorization') ?? '')?.[1]
  if (!token) refuse(401, 'Not authenticated')
  const { claims, member } = await readToken(token, 'access')
  if (!refreshIds.has(claims.sid)) refuse(401, 'The session is over')
  c.set('member', member)
  c.set('sid', claims.sid)
  await next()
}

async function admin(c, next) {
  if (c.get('member').role !== 'admin') refuse(403, 'For administrators of the tenant')
  await next()
}

// ---------------------------------------------------------------- input and output

async function read(c, shape) {
  const body = await c.req.json().catch(() => refuse(400, 'The body is not JSON'))
  const result = {}
  for (const [name, rule] of Object.entries(shape)) {
    const value = body?.[name]
    if (value === undefined && rule.optional) continue
    const good = rule.of
      ? rule.of.includes(value)
      : rule.type === 'boolean'
        ? typeof value === 'boolean'
        : typeof value === 'string' && value.length >= (rule.min ?? 1) && value.length <= rule.max
    if (!good) refuse(400, `${name} is not valid`)
    result[name] = value
  }
  return result
}

const optional = true
const line = { max: 120 }
const long = { max: 5000 }
const secret = { min: 10, max: 200 }
const ROLES = ['agent', 'admin']
const STATES = ['open', 'waiting', 'closed']
const PRIORITIES = ['low', 'normal', 'high']

const shownMember = ({ id, email, name, role, active }) => ({ id, email, name, role, active })
const shownTicket = ({ tenantId: _tenant, ...ticket }) => ticket

const memberOf = (c, id) => {
  const member = members.get(id)
  return member && member.tenantId === c.get('member').tenantId ? member : undefined
}
const ticketOf = (c) => {
  const ticket = tickets.get(Number(c.req.param('ticketId')))
  if (!ticket || ticket.tenantId !== c.get('member').tenantId) refuse(404, 'No such ticket')
  return ticket
}

// ---------------------------------------------------------------- routes

const app = new Hono()
app.use(async (c, next) => {
  await next()
  c.header('Cache-Control', 'no-store')
})

app.post('/auth/token', async (c) => {
  const { email, password } = await read(c, { email: line, password: { max: 200 } })
  const address = email.toLowerCase()
  // Per account and client, and per account alone against many clients.
  if (tooMany(`${peer(c)} ${address}`, 10) || tooMany(address, 100)) {
    c.header('Retry-After', '300')
    return c.json({ message: 'Too many attempts' }, 429)
  }
  const member = [...members.values()].find((candidate) => candidate.email === address)
  const good = await matches(password, member?.password ?? nothing)
  if (!good || !member?.active) refuse(401, 'Wrong address or password')
  attempts.delete(`${peer(c)} ${address}`)
  return c.json(await issue(member))
})

app.post('/auth/refresh', async (c) => {
  const { refreshToken } = await read(c, { refreshToken: { max: 2000 } })
  const { claims, member } = await readToken(refreshToken, 'refresh')
  if (!refreshIds.delete(claims.jti)) {
    // It was used before: all sessions of the member end.
    member.version++
    refuse(401, 'The token is not valid')
  }
  return c.json(await issue(member))
})

app.post('/auth/logout', authenticated, (c) => {
  refreshIds.delete(c.get('sid'))
  return c.body(null, 204)
})

app.get('/me', authenticated, (c) => c.json({ ...shownMember(c.get('member')), tenant: c.get('member').tenantId }))

app.post('/me/password', authenticated, async (c) => {
  const member = c.get('member')
  const { currentPassword, newPassword } = await read(c, { currentPassword: { max: 200 }, newPassword: secret })
  if (tooMany(`password ${member.id}`, 10)) refuse(429, 'Too many attempts')
  if (!(await matches(currentPassword, member.password))) refuse(403, 'The current password is wrong')
  attempts.delete(`password ${member.id}`)
  member.password = await encode(newPassword)
  member.version++
  return c.json(await issue(member))
})

app.get('/members', authenticated, (c) => {
  const { tenantId } = c.get('member')
  return c.json([...members.values()].filter((member) => member.tenantId === tenantId).map(shownMember))
})

app.patch('/members/:memberId', authenticated, admin, async (c) => {
  const changes = await read(c, { role: { of: ROLES, optional }, active: { type: 'boolean', optional } })
  const member = memberOf(c, c.req.param('memberId')) ?? refuse(404, 'No such member')
  // An administrator cannot lock out the last one: the own account is changed by another.
  if (member === c.get('member')) refuse(409, 'Not the own account')
  Object.assign(member, changes)
  if (changes.active === false) member.version++
  return c.json(shownMember(member))
})

app.post('/invitations', authenticated, admin, async (c) => {
  const { email, role } = await read(c, { email: { min: 3, max: 120 }, role: { of: ROLES } })
  if (!/^[^@\s]+@[^@\s]+$/.test(email)) refuse(400, 'email is not valid')
  const token = randomBytes(24).toString('base64url')
  const until = now() + 3 * 24 * 3600
  invitations.set(token, { tenantId: c.get('member').tenantId, email: email.toLowerCase(), role, until })
  return c.json({ token, expiresAt: new Date(until * 1000).toISOString() }, 201)
})

// Without a login: the token of the invitation is the credential.
app.post('/invitations/accept', async (c) => {
  const { token, name, password } = await read(c, { token: { max: 100 }, name: line, password: secret })
  const invitation = invitations.get(token)
  if (!invitation || invitation.until < now()) refuse(404, 'No such invitation')
  invitations.delete(token)
  const { tenantId, email, role } = invitation
  if ([...members.values()].some((member) => member.email === email)) refuse(404, 'No such invitation')
  return c.json(shownMember(await addMember({ tenantId, email, role, name, password })), 201)
})

app.get('/tickets', authenticated, (c) => {
  const { tenantId } = c.get('member')
  const { status, page = '1' } = c.req.query()
  if (!/^[1-9]\d{0,4}$/.test(page) || (status !== undefined && !STATES.includes(status)))
    refuse(400, 'status or page is not valid')
  const found = [...tickets.values()].filter(
    (ticket) => ticket.tenantId === tenantId && (status === undefined || ticket.status === status),
  )
  return c.json({ total: found.length, items: found.slice((page - 1) * 25, page * 25).map(shownTicket) })
})

app.post('/tickets', authenticated, async (c) => {
  const body = await read(c, { title: line, text: long, priority: { of: PRIORITIES, optional } })
  return c.json(shownTicket(addTicket(c.get('member'), body)), 201)
})

app.get('/tickets/:ticketId', authenticated, (c) => c.json(shownTicket(ticketOf(c))))

app.patch('/tickets/:ticketId', authenticated, async (c) => {
  const ticket = ticketOf(c)
  const changes = await read(c, {
    title: { ...line, optional },
    status: { of: STATES, optional },
    priority: { of: PRIORITIES, optional },
    assigneeId: { ...line, optional },
  })
  // A closed ticket is read-only, for its author and for administrators too.
  if (ticket.status === 'closed') refuse(409, 'The ticket is closed')
  if (changes.assigneeId !== undefined && !memberOf(c, changes.assigneeId)) refuse(400, 'assigneeId is not valid')
  Object.assign(ticket, changes)
  return c.json(shownTicket(ticket))
})

app.get('/tickets/:ticketId/comments', authenticated, (c) => {
  const ticket = ticketOf(c)
  return c.json(comments.filter((comment) => comment.ticketId === ticket.id))
})

app.post('/tickets/:ticketId/comments', authenticated, async (c) => {
  const ticket = ticketOf(c)
  const { text } = await read(c, { text: long })
  if (ticket.status === 'closed') refuse(409, 'The ticket is closed')
  return c.json(addComment(ticket, c.get('member'), text), 201)
})

// Numbers of the whole tenant, the same ones for all of its members.
app.get('/reports/summary', authenticated, (c) => {
  const own = [...tickets.values()].filter((ticket) => ticket.tenantId === c.get('member').tenantId)
  return c.json(Object.fromEntries(STATES.map((state) => [state, own.filter(({ status }) => status === state).length])))
})

app.notFound((c) => c.json({ message: 'Not found' }, 404))
app.onError((error, c) => {
  const status = error instanceof HTTPException ? error.status : 500
  if (status === 401) c.header('WWW-Authenticate', 'Bearer')
  return c.json({ message: status === 500 ? 'Internal error' : error.message }, status)
})

serve({ fetch: app.fetch, port: Number(process.env.PORT ?? 3000), hostname: '127.0.0.1' }, (info) => {
  console.log(`http://127.0.0.1:${info.port}`)
})
