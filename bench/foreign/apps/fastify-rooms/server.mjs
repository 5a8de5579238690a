// Meeting rooms of a company: opaque tokens for people, API keys for their scripts. Accounts are made by the administration.
import { appendFile } from 'node:fs/promises'
import { createHash, randomBytes, randomInt, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import Fastify from 'fastify'

const { IVY_PASSWORD, JON_PASSWORD, FACILITY_PASSWORD, MAIL_LOG } = process.env
const derive = promisify(scrypt)
const sha256 = (text) => createHash('sha256').update(text).digest('hex')

async function hashPassword(password) {
  const salt = randomBytes(16)
  return { salt, key: await derive(password, salt, 32) }
}
async function checkPassword(password, stored) {
  return timingSafeEqual(await derive(password, stored.salt, 32), stored.key)
}

// --- store

const db = { users: [], tokens: new Map(), keys: [], rooms: [], bookings: [], resets: new Map(), failures: new Map() }
const serial = { key: 0, room: 0, booking: 0 }
const dummy = await hashPassword(randomBytes(16).toString('hex'))

for (const [email, name, role, password] of [
  ['ivy@rooms.example', 'Ivy', 'employee', IVY_PASSWORD],
  ['jon@rooms.example', 'Jon', 'employee', JON_PASSWORD],
  ['facility@rooms.example', 'Facility', 'admin', FACILITY_PASSWORD],
])
  db.users.push({ id: db.users.length + 1, email, name, role, password: await hashPassword(password) })
for (const name of ['Aquarium', 'Library']) db.rooms.push({ id: ++serial.room, name, seats: 8 })
const addBooking = (userId, { roomId, title, startsAt, endsAt }) => {
  const booking = { id: ++serial.booking, userId, roomId, title, startsAt, endsAt }
  db.bookings.push(booking)
  return booking
}
addBooking(1, {
  roomId: 1,
  title: 'Talk with a candidate from Lund',
  startsAt: '2031-03-04T09:00:00.000Z',
  endsAt: '2031-03-04T10:00:00.000Z',
})
addBooking(2, {
  roomId: 2,
  title: 'Salary round of the kitchen team',
  startsAt: '2031-03-05T13:00:00.000Z',
  endsAt: '2031-03-05T14:30:00.000Z',
})

/** Stands for the mail server: what is sent is kept in a file, if there is one. */
async function mail(to, text) {
  if (MAIL_LOG) await appendFile(MAIL_LOG, `${JSON.stringify({ to, text })}\n`)
}

// --- guesses

const WINDOW = 5 * 60_000
function guesses(subject) {
  const entry = db.failures.get(subject)
  if (entry && entry.until > Date.now()) return entry
  const fresh = { count: 0, until: Date.now() + WINDOW }
  db.failures.set(subject, fresh)
  return fresh
}

// --- application

const app = Fastify({ ajv: { customOptions: { coerceTypes: 'array', removeAdditional: true } } })
const problem = (reply, code, message) => reply.code(code).send({ statusCode: code, message })

app.setErrorHandler((error, request, reply) => {
  const code = error.statusCode ?? 500
  return problem(reply, code, code < 500 ? error.message : 'Internal error')
})
app.setNotFoundHandler((request, reply) => problem(reply, 404, 'Not found'))
app.decorateRequest('user', null)
app.decorateRequest('token', null)
app.addHook('onSend', async (request, reply) => {
  reply.header('cache-control', 'no-store')
})

const userOf = (id) => db.users.find((user) => user.id === id)

async function byToken(request, reply) {
  const token = /^Bearer ([\w-]{43})$/i.exec(request.headers.authorization ?? '')?.[1]
  const held = token && db.tokens.get(sha256(token))
  if (!held || held.endsAt < Date.now()) {
    reply.header('www-authenticate', 'Bearer')
    return problem(reply, 401, 'Log in first')
  }
  request.token = sha256(token)
  request.user = userOf(held.userId)
}

/** Scripts bring a key, people a token. */
async function byTokenOrKey(request, reply) {
  const given = request.headers['x-api-key']
  if (given === undefined) return byToken(request, reply)
  const key = db.keys.find((candidate) => candidate.hash === sha256(String(given)))
  if (!key || key.revokedAt) return problem(reply, 401, 'The key is not valid')
  request.user = userOf(key.userId)
}

async function adminOnly(request, reply) {
  if (request.user.role !== 'admin') return problem(reply, 403, 'For administrators')
}

const text = (minLength, maxLength) => ({ type: 'string', minLength, maxLength })
const body = (properties, required = Object.keys(properties)) => ({
  body: { type: 'object', properties, required, additionalProperties: false },
})
const id = { type: 'integer', minimum: 1, maximum: 2_000_000_000 }
const params = (...names) => ({
  params: { type: 'object', properties: Object.fromEntries(names.map((name) => [name, id])) },
})
const email = { type: 'string', format: 'email', maxLength: 200 }

// --- accounts

app.post('/auth/login', { schema: body({ email, password: text(1, 200) }) }, async (request, reply) => {
  const address = request.body.email.toLowerCase()
  const tries = guesses(`login ${address}`)
  if (tries.count >= 10) return problem(reply.header('retry-after', 300), 429, 'Too many attempts')
  tries.count++
  const user = db.users.find((candidate) => candidate.email === address)
  const good = await checkPassword(request.body.password, user?.password ?? dummy)
  if (!user || !good) return problem(reply, 401, 'Wrong address or password')
  tries.count = 0
  const token = randomBytes(32).toString('base64url')
  db.tokens.set(sha256(token), { userId: user.id, endsAt: Date.now() + 30 * 60_000 })
  return { token, expiresIn: 1800 }
})

app.post('/auth/logout', { onRequest: byToken }, async (request, reply) => {
  db.tokens.delete(request.token)
  return reply.code(204).send()
})

app.post('/auth/forgot', { schema: body({ email }) }, async (request, reply) => {
  const address = request.body.email.toLowerCase()
  const tries = guesses(`forgot ${address}`)
  if (tries.count >= 20) return problem(reply.header('retry-after', 300), 429, 'Too many attempts')
  tries.count++
  const user = db.users.find((candidate) => candidate.email === address)
  const code = randomBytes(20).toString('hex')
  if (user) {
    db.resets.set(user.id, { hash: sha256(code), endsAt: Date.now() + 15 * 60_000 })
    void mail(user.email, `Your code to set a new password: ${code}`)
  }
  return reply.code(202).send({ message: 'If there is such an account, a mail is on its way' })
})

app.post(
  '/auth/reset',
  { schema: body({ email, code: text(1, 100), password: text(10, 200) }) },
  async (request, reply) => {
    const address = request.body.email.toLowerCase()
    const tries = guesses(`reset ${address}`)
    if (tries.count >= 10) return problem(reply.header('retry-after', 300), 429, 'Too many attempts')
    tries.count++
    const user = db.users.find((candidate) => candidate.email === address)
    const reset = db.resets.get(user?.id)
    const good = timingSafeEqual(Buffer.from(reset?.hash ?? sha256('')), Buffer.from(sha256(request.body.code)))
    if (!reset || !good || reset.endsAt < Date.now()) return problem(reply, 400, 'The code is not valid')
    db.resets.delete(user.id)
    user.password = await hashPassword(request.body.password)
    for (const [hash, { userId }] of db.tokens) if (userId === user.id) db.tokens.delete(hash)
    for (const key of db.keys) if (key.userId === user.id) key.revokedAt ??= new Date().toISOString()
    return reply.code(204).send()
  },
)

app.get('/users/me', { onRequest: byTokenOrKey }, async ({ user }) => ({
  id: user.id,
  email: user.email,
  name: user.name,
  role: user.role,
}))

// --- API keys: shown once, kept as a hash; only a person makes them

const shownKey = ({ id: number, label, hint, createdAt }) => ({ id: number, label, hint, createdAt })

app.get('/api-keys', { onRequest: byToken }, async ({ user }) =>
  db.keys.filter((key) => key.userId === user.id && !key.revokedAt).map(shownKey),
)

app.post('/api-keys', { onRequest: byToken, schema: body({ label: text(1, 60) }) }, async (request, reply) => {
  const secret = `rk_${randomBytes(32).toString('base64url')}`
  const key = {
    id: ++serial.key,
    userId: request.user.id,
    label: request.body.label,
    hint: secret.slice(-4),
    hash: sha256(secret),
    createdAt: new Date().toISOString(),
    revokedAt: null,
  }
  db.keys.push(key)
  return reply.code(201).send({ ...shownKey(key), key: secret })
})

// 204 as well where there is nothing to revoke: the answer is the same for the keys of others.
app.delete('/api-keys/:keyId', { onRequest: byToken, schema: params('keyId') }, async (request, reply) => {
  const key = db.keys.find((item) => item.id === request.params.keyId && item.userId === request.user.id)
  if (key) key.revokedAt ??= new Date().toISOString()
  return reply.code(204).send()
})

// --- rooms

app.get('/rooms', { onRequest: byTokenOrKey }, async () => db.rooms)

app.post(
  '/rooms',
  { onRequest: [byToken, adminOnly], schema: body({ name: text(1, 60), seats: { ...id, maximum: 500 } }) },
  async (request, reply) => {
    const room = { id: ++serial.room, name: request.body.name, seats: request.body.seats }
    db.rooms.push(room)
    return reply.code(201).send(room)
  },
)

// How full a room is: numbers without names, the same ones for all.
app.get(
  '/rooms/:roomId/occupancy',
  { onRequest: byTokenOrKey, schema: params('roomId') },
  async ({ params: { roomId } }, reply) => {
    if (!db.rooms.some((room) => room.id === roomId)) return problem(reply, 404, 'No such room')
    const all = db.bookings.filter((booking) => booking.roomId === roomId)
    const minutes = all.reduce(
      (sum, { startsAt, endsAt }) => sum + (Date.parse(endsAt) - Date.parse(startsAt)) / 6e4,
      0,
    )
    return { roomId, bookings: all.length, minutes }
  },
)

// --- bookings: each is its owner's

const newBooking = {
  roomId: id,
  title: text(1, 120),
  startsAt: { type: 'string', format: 'date-time' },
  endsAt: { type: 'string', format: 'date-time' },
}
const page = {
  querystring: {
    type: 'object',
    properties: {
      limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
      offset: { type: 'integer', minimum: 0, maximum: 1_000_000, default: 0 },
    },
  },
}
const ownBooking = ({ params: { bookingId }, user }) =>
  db.bookings.find((booking) => booking.id === bookingId && booking.userId === user.id)

app.get('/bookings', { onRequest: byTokenOrKey, schema: page }, async ({ user, query: { limit, offset } }) => {
  const own = db.bookings.filter((booking) => booking.userId === user.id)
  return { total: own.length, items: own.slice(offset, offset + limit) }
})

app.post('/bookings', { onRequest: byTokenOrKey, schema: body(newBooking) }, async (request, reply) => {
  const { roomId, title, startsAt, endsAt } = request.body
  const [from, to] = [Date.parse(startsAt), Date.parse(endsAt)]
  if (!db.rooms.some((room) => room.id === roomId)) return problem(reply, 400, 'No such room')
  if (from >= to) return problem(reply, 400, 'A booking ends after it begins')
  const taken = db.bookings.some(
    (other) => other.roomId === roomId && Date.parse(other.startsAt) < to && from < Date.parse(other.endsAt),
  )
  if (taken) return problem(reply, 409, 'The room is taken at that time')
  return reply.code(201).send(addBooking(request.user.id, { roomId, title, startsAt, endsAt }))
})

app.get('/bookings/:bookingId', { onRequest: byTokenOrKey, schema: params('bookingId') }, async (request, reply) => {
  return ownBooking(request) ?? problem(reply, 404, 'No such booking')
})

app.delete('/bookings/:bookingId', { onRequest: byTokenOrKey, schema: params('bookingId') }, async (request, reply) => {
  const booking = ownBooking(request)
  if (booking) db.bookings.splice(db.bookings.indexOf(booking), 1)
  return reply.code(204).send()
})

app.get('/admin/bookings/export', { onRequest: [byToken, adminOnly] }, async () => ({
  bookings: db.bookings.map((booking) => ({ ...booking, email: userOf(booking.userId).email })),
}))

console.log(await app.listen({ port: Number(process.env.PORT ?? 3000), host: '127.0.0.1' }))
