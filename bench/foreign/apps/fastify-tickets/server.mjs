// Events and their tickets: each user may organise events and buy tickets for those of others; gates check tickets in with a key.
import { createHash, randomBytes, scryptSync, timingSafeEqual } from 'node:crypto'
import Fastify from 'fastify'

const env = process.env
const sha = (text) => createHash('sha256').update(text).digest('hex')
const hash = (password, salt) => scryptSync(password, salt, 32, { N: 2048 })
const HOUR = 3_600_000

const users = []
function addUser(username, password, role, fullName) {
  const salt = randomBytes(8).toString('hex')
  const email = `${username}@tickets.example`
  users.push({
    id: users.length + 1,
    username,
    fullName,
    email,
    role,
    newsletter: false,
    salt,
    hash: hash(password, salt),
  })
}
addUser('kim', env.KIM_PASSWORD, 'user', 'Kim Larsen')
addUser('raj', env.RAJ_PASSWORD, 'user', 'Raj Patel')
addUser('box', env.BOX_PASSWORD, 'admin', 'Box Office')

const events = [
  {
    id: 1,
    organiserId: 1,
    title: 'Jazz in the Yard',
    venue: 'Old Brewery',
    date: '2027-06-12',
    price: 2500,
    capacity: 5000,
  },
  {
    id: 2,
    organiserId: 2,
    title: 'Poetry Slam',
    venue: 'Harbour Hall',
    date: '2027-07-03',
    price: 1200,
    capacity: 5000,
  },
]
const code = () => randomBytes(9).toString('base64url')
const orders = []
function addOrder(userId, event, quantity) {
  const order = {
    id: 100 + orders.length + 1,
    eventId: event.id,
    userId,
    quantity,
    amount: quantity * event.price,
    code: code(),
    status: 'paid',
    checkedInAt: null,
  }
  orders.push(order)
  return order
}
addOrder(1, events[1], 2)
addOrder(2, events[0], 1)
addOrder(1, events[0], 1)
addOrder(2, events[1], 3)

const keys = [
  { id: 1, userId: 1, name: 'Main gate', digest: sha(env.KIM_GATE_KEY) },
  { id: 2, userId: 2, name: 'Side gate', digest: sha(env.RAJ_GATE_KEY) },
]
const sessions = new Map()
const resets = new Map()
const failures = new Map()
const outbox = []

const fail = (statusCode, message) => Object.assign(new Error(message), { statusCode })
const userOf = (id) => users.find((user) => user.id === id)
const account = ({ id, username, fullName, email, role, newsletter }) => ({
  id,
  username,
  fullName,
  email,
  role,
  newsletter,
})
const eventView = (event) => ({ ...event, organiser: userOf(event.organiserId).username })

async function byToken(request) {
  const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  const session = token && sessions.get(sha(token))
  if (!session || session.until < Date.now()) throw fail(401, 'Log in first')
  request.user = userOf(session.userId)
  request.session = sha(token)
}
async function byKey(request) {
  const given = request.headers['x-gate-key']
  const key = typeof given === 'string' && keys.find((one) => one.digest === sha(given))
  if (!key) throw fail(401, 'A gate key is required')
  request.key = key
}

const limited = (name) => {
  const entry = failures.get(name)
  return entry !== undefined && entry.until > Date.now() && entry.count >= 10
}
const failed = (name) => {
  const entry = failures.get(name)
  const count = entry !== undefined && entry.until > Date.now() ? entry.count + 1 : 1
  failures.set(name, { count, until: Date.now() + HOUR / 4 })
}

const object = (properties, required = Object.keys(properties)) => ({ body: { type: 'object', required, properties } })
const text = (maxLength, minLength = 1) => ({ type: 'string', minLength, maxLength })
const numeric = (name) => ({ params: { type: 'object', properties: { [name]: { type: 'integer', minimum: 1 } } } })

const app = Fastify({ ajv: { customOptions: { removeAdditional: false } } })
app.addHook('onSend', async (request, reply) => void reply.header('Cache-Control', 'no-store'))
app.setErrorHandler((error, request, reply) => {
  const status = error.statusCode ?? 500
  if (status === 401) reply.header('WWW-Authenticate', 'Bearer')
  return reply.status(status).send({ message: status < 500 ? error.message : 'Something went wrong' })
})
app.setNotFoundHandler((request, reply) => reply.status(404).send({ message: 'Not found' }))

app.post('/sessions', { schema: object({ username: text(60), password: text(200) }) }, async (request, reply) => {
  const { username, password } = request.body
  if (limited(username)) throw fail(429, 'Too many attempts')
  const user = users.find((one) => one.username === username)
  const given = hash(password, user?.salt ?? 'unknown')
  if (!timingSafeEqual(given, user?.hash ?? Buffer.alloc(32))) {
    failed(username)
    throw fail(401, 'Wrong user name or password')
  }
  failures.delete(username)
  const token = randomBytes(24).toString('base64url')
  sessions.set(sha(token), { userId: user.id, until: Date.now() + 8 * HOUR })
  return reply.status(201).send({ token, user: account(user) })
})

app.delete('/sessions/current', { onRequest: byToken }, async (request, reply) => {
  sessions.delete(request.session)
  return reply.status(204).send()
})

app.post('/password/forgot', { schema: object({ username: text(60) }) }, async (request, reply) => {
  const user = users.find((one) => one.username === request.body.username)
  const secret = randomBytes(6).toString('hex')
  const key = `mail to ${request.body.username}`
  if (user && !limited(key)) {
    failed(key)
    resets.set(user.id, { digest: sha(secret), until: Date.now() + HOUR / 4, tries: 0 })
    outbox.push({ to: user.email, text: `Your code is ${secret}` })
    if (outbox.length > 50) outbox.shift()
  }
  return reply.status(202).send({ message: 'If the account exists, a code is on its way' })
})

app.post(
  '/password/reset',
  { schema: object({ username: text(60), code: text(40), password: text(200, 12) }) },
  async (request, reply) => {
    const user = users.find((one) => one.username === request.body.username)
    const reset = user && resets.get(user.id)
    if (!reset || reset.until < Date.now() || reset.tries >= 5) throw fail(400, 'The code is wrong or over')
    reset.tries += 1
    if (sha(request.body.code) !== reset.digest) throw fail(400, 'The code is wrong or over')
    resets.delete(user.id)
    user.hash = hash(request.body.password, user.salt)
    for (const [id, session] of sessions) if (session.userId === user.id) sessions.delete(id)
    return reply.status(204).send()
  },
)

app.get('/account', { onRequest: byToken }, async (request) => account(request.user))

const profile = object({ fullName: text(100), newsletter: { type: 'boolean' } }, [])
app.patch('/account', { onRequest: byToken, schema: profile }, async (request) => {
  const { fullName, newsletter } = request.body
  if (fullName !== undefined) request.user.fullName = fullName
  if (newsletter !== undefined) request.user.newsletter = newsletter
  return account(request.user)
})

app.get('/events', async (request) => {
  const q = String(request.query.q ?? '').toLowerCase()
  const offset = Math.max(0, Number.parseInt(request.query.offset ?? '0', 10) || 0)
  const found = events.filter((event) => `${event.title} ${event.venue}`.toLowerCase().includes(q))
  return { events: found.slice(offset, offset + 50).map(eventView), total: found.length }
})

const eventFields = {
  title: text(120),
  venue: text(120),
  date: { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$' },
  price: { type: 'integer', minimum: 0, maximum: 100_000 },
  capacity: { type: 'integer', minimum: 1, maximum: 100_000 },
}
app.post('/events', { onRequest: byToken, schema: object(eventFields) }, async (request, reply) => {
  const { title, venue, date, price, capacity } = request.body
  const event = { id: events.length + 1, organiserId: request.user.id, title, venue, date, price, capacity }
  events.push(event)
  return reply.status(201).send(eventView(event))
})

function findEvent(request) {
  const event = events.find((one) => one.id === request.params.eventId)
  if (!event) throw fail(404, 'This event does not exist')
  return event
}
function organised(request) {
  const event = findEvent(request)
  if (event.organiserId !== request.user.id) throw fail(403, 'You do not organise this event')
  return event
}
app.patch(
  '/events/:eventId',
  { onRequest: byToken, schema: { ...object(eventFields, []), ...numeric('eventId') } },
  async (request) => {
    const event = organised(request)
    for (const name of Object.keys(eventFields)) if (name in request.body) event[name] = request.body[name]
    return eventView(event)
  },
)

const attendees = (event) =>
  orders
    .filter((order) => order.eventId === event.id && order.status === 'paid')
    .map(({ id, userId, quantity, checkedInAt }) => ({
      orderId: id,
      name: userOf(userId).fullName,
      email: userOf(userId).email,
      quantity,
      checkedInAt,
    }))
app.get('/events/:eventId/attendees', { onRequest: byToken, schema: numeric('eventId') }, async (request) => {
  const event = organised(request)
  return { attendees: attendees(event) }
})

const cell = (value) =>
  `"${String(value ?? '')
    .replaceAll('"', '""')
    .replace(/^[=+\-@]/, "'$&")}"`
app.get(
  '/events/:eventId/attendees.csv',
  { onRequest: byToken, schema: numeric('eventId') },
  async (request, reply) => {
    const event = organised(request)
    const lines = attendees(event).map((one) => [one.orderId, one.name, one.email, one.quantity].map(cell).join(','))
    return reply.type('text/csv').send(['order,name,email,quantity', ...lines].join('\r\n'))
  },
)

app.post(
  '/events/:eventId/orders',
  {
    onRequest: byToken,
    schema: { ...object({ quantity: { type: 'integer', minimum: 1, maximum: 10 } }), ...numeric('eventId') },
  },
  async (request, reply) => {
    const event = findEvent(request)
    const sold = orders.filter((one) => one.eventId === event.id && one.status === 'paid')
    if (sold.reduce((sum, one) => sum + one.quantity, 0) + request.body.quantity > event.capacity)
      throw fail(409, 'Sold out')
    return reply.status(201).send(addOrder(request.user.id, event, request.body.quantity))
  },
)

app.get('/orders', { onRequest: byToken }, async (request) => {
  const { userId } = request.query
  const owner = userId && request.user.role === 'admin' ? Number(userId) : request.user.id
  return { orders: orders.filter((order) => order.userId === owner) }
})

function findOrder(request) {
  const order = orders.find((one) => one.id === request.params.orderId)
  if (!order) throw fail(404, 'This order does not exist')
  return order
}
function ownOrder(request) {
  const order = findOrder(request)
  if (order.userId !== request.user.id) throw fail(403, 'This is not your order')
  return order
}
app.get('/orders/:orderId', { onRequest: byToken, schema: numeric('orderId') }, async (request) => ownOrder(request))

app.post('/orders/:orderId/cancel', { onRequest: byToken, schema: numeric('orderId') }, async (request) => {
  const order = ownOrder(request)
  if (order.checkedInAt) throw fail(409, 'The ticket was used')
  order.status = 'cancelled'
  return order
})

// The new owner gets a new code; the old one opens no gate any more.
app.post(
  '/orders/:orderId/transfer',
  { onRequest: byToken, schema: { ...object({ to: text(60) }), ...numeric('orderId') } },
  async (request, reply) => {
    const order = ownOrder(request)
    const to = users.find((user) => user.username === request.body.to && user.role === 'user')
    if (!to) throw fail(422, 'This user does not exist')
    if (order.status !== 'paid' || order.checkedInAt) throw fail(409, 'This ticket cannot be transferred')
    Object.assign(order, { userId: to.id, code: code() })
    return reply.status(204).send()
  },
)

app.post('/checkin', { onRequest: byKey, schema: object({ code: text(40) }) }, async (request) => {
  const order = orders.find((one) => one.code === request.body.code && one.status === 'paid')
  const event = order && events.find((one) => one.id === order.eventId)
  if (!event || event.organiserId !== request.key.userId) throw fail(404, 'This ticket is not for your gate')
  if (order.checkedInAt) throw fail(409, 'This ticket was used')
  order.checkedInAt = new Date().toISOString()
  return { orderId: order.id, event: event.title, quantity: order.quantity, checkedInAt: order.checkedInAt }
})

app.post('/keys', { onRequest: byToken, schema: object({ name: text(60) }) }, async (request, reply) => {
  const key = `gate_${randomBytes(16).toString('hex')}`
  const entry = { id: keys.length + 1, userId: request.user.id, name: request.body.name, digest: sha(key) }
  keys.push(entry)
  return reply.status(201).send({ id: entry.id, name: entry.name, key })
})

console.log(await app.listen({ port: Number(process.env.PORT ?? 3000), host: '127.0.0.1' }))
