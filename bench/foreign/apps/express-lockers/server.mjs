// A network of parcel lockers: who sends a parcel pays, who receives it opens the compartment with a code.
import { createHash, randomBytes, randomInt, randomUUID, scryptSync, timingSafeEqual } from 'node:crypto'
import express from 'express'
import jwt from 'jsonwebtoken'

const { JWT_SECRET, VERA_PASSWORD, OTTO_PASSWORD } = process.env
const MAX_WRONG_PASSWORDS = 10
const MAX_WRONG_CODES = 5

class Problem extends Error {
  constructor(status, detail) {
    super(detail)
    this.status = status
  }
}

const hashOf = (password, salt) => scryptSync(password, salt, 32, { N: 4096 })
const digest = (text) => createHash('sha256').update(text).digest('hex')

const users = new Map()
const sessions = new Map() // by id: { userId, refresh: digest of the token that is good now, ended }
const parcels = new Map()
const claims = new Map()
const wrong = new Map() // wrong passwords by address
const stations = [
  { id: 'b7d7b2f4-5f0d-4a55-9e35-1d4f6f0c6a01', name: 'Harbour Street', city: 'Lindau', free: { S: 12, M: 7, L: 2 } },
  { id: 'b7d7b2f4-5f0d-4a55-9e35-1d4f6f0c6a02', name: 'Old Mill', city: 'Lindau', free: { S: 3, M: 9, L: 4 } },
  { id: 'b7d7b2f4-5f0d-4a55-9e35-1d4f6f0c6a03', name: 'North Station', city: 'Bregenz', free: { S: 20, M: 11, L: 6 } },
]

function addUser(email, password, name) {
  const salt = randomBytes(16)
  const user = {
    id: randomUUID(),
    email,
    name,
    salt,
    hash: hashOf(password, salt),
    createdAt: new Date().toISOString(),
  }
  users.set(user.id, user)
  return user
}
const userByEmail = (email) => [...users.values()].find((user) => user.email === email.trim().toLowerCase())

function addParcel(sender, fields, recipientEmail) {
  const parcel = {
    id: randomUUID(),
    senderId: sender.id,
    recipientId: userByEmail(recipientEmail)?.id ?? null,
    recipientEmail: recipientEmail.trim().toLowerCase(),
    ...fields,
    status: 'waiting',
    code: String(randomInt(0, 1e6)).padStart(6, '0'),
    wrongCodes: 0,
    delegates: [],
    createdAt: new Date().toISOString(),
  }
  parcels.set(parcel.id, parcel)
  return parcel
}

function addClaim(user, parcel, text) {
  const claim = {
    id: randomUUID(),
    userId: user.id,
    parcelId: parcel.id,
    text,
    status: 'open',
    createdAt: new Date().toISOString(),
  }
  claims.set(claim.id, claim)
  return claim
}

const vera = addUser('vera@lockers.example', VERA_PASSWORD, 'Vera Holm')
const otto = addUser('otto@lockers.example', OTTO_PASSWORD, 'Otto Brandt')
const nadja = addUser('nadja@lockers.example', randomBytes(24).toString('hex'), 'Nadja Kern')
const shoes = addParcel(
  vera,
  { stationId: stations[0].id, size: 'M', note: 'Hiking boots, the left one has a scratch' },
  nadja.email,
)
addParcel(otto, { stationId: stations[1].id, size: 'S', note: 'Spare keys of the allotment' }, nadja.email)
addParcel(nadja, { stationId: stations[2].id, size: 'L', note: 'Lamp for the hall' }, vera.email)
const books = addParcel(nadja, { stationId: stations[1].id, size: 'M', note: 'Three atlases' }, otto.email)
addClaim(vera, shoes, 'The compartment was wet')
addClaim(otto, books, 'One corner is bent')

// Input

const isText = (value, min, max) => typeof value === 'string' && value.trim().length >= min && value.length <= max
const isEmail = (value) => isText(value, 5, 120) && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value.trim())
function check(good, detail) {
  if (!good) throw new Problem(422, detail)
}
function checkPassword(value) {
  check(isText(value, 10, 200), 'password: 10 to 200 characters')
}

// Sessions

function issue(session, sessionId) {
  const refreshToken = `${sessionId}.${randomBytes(32).toString('base64url')}`
  session.refresh = digest(refreshToken)
  const accessToken = jwt.sign({ sub: session.userId, sid: sessionId }, JWT_SECRET, {
    algorithm: 'HS256',
    expiresIn: 900,
    issuer: 'lockers',
  })
  return { accessToken, refreshToken, expiresIn: 900 }
}

function startSession(userId) {
  const id = randomUUID()
  const session = { userId, refresh: '', ended: false }
  sessions.set(id, session)
  return issue(session, id)
}

/** Counts wrong passwords of an address, whether it has an account or not. */
function verifyPassword(email, password) {
  const name = email.trim().toLowerCase()
  const count = wrong.get(name) ?? { times: 0, until: 0 }
  if (count.times >= MAX_WRONG_PASSWORDS && count.until > Date.now())
    throw new Problem(429, 'Too many attempts, try again later')
  const user = userByEmail(name)
  const hash = hashOf(password, user?.salt ?? Buffer.alloc(16))
  if (user && timingSafeEqual(hash, user.hash)) {
    wrong.delete(name)
    return user
  }
  wrong.set(name, { times: count.until > Date.now() ? count.times + 1 : 1, until: Date.now() + 15 * 60_000 })
  return undefined
}

function signedIn(request, response, next) {
  const token = /^Bearer ([\w.-]+)$/i.exec(request.get('authorization') ?? '')?.[1]
  try {
    const claims = jwt.verify(token, JWT_SECRET, { algorithms: ['HS256'], issuer: 'lockers' })
    const session = sessions.get(claims.sid)
    const user = users.get(claims.sub)
    if (!user || !session || session.ended) throw new Error('ended')
    request.user = user
    request.sessionId = claims.sid
  } catch {
    response.set('www-authenticate', 'Bearer')
    throw new Problem(401, 'Not signed in')
  }
  next()
}

// Parcels

const isRecipient = (parcel, user) => parcel.recipientId === user.id
const delegateOf = (parcel, user) =>
  parcel.delegates.find((delegate) => delegate.userId === user.id && !delegate.removedAt)

function parcelFor(request) {
  const parcel = parcels.get(request.params.parcelId)
  const { user } = request
  if (!parcel || !(parcel.senderId === user.id || isRecipient(parcel, user) || delegateOf(parcel, user)))
    throw new Problem(404, 'No such parcel')
  return parcel
}

function sentBy(request) {
  const parcel = parcelFor(request)
  if (parcel.senderId !== request.user.id) throw new Problem(403, 'Only the sender may do that')
  return parcel
}

function receivedBy(request) {
  const parcel = parcelFor(request)
  if (!isRecipient(parcel, request.user)) throw new Problem(403, 'Only the recipient may do that')
  return parcel
}

function view(parcel, user) {
  const { id, stationId, size, status, createdAt } = parcel
  const common = { id, stationId, size, status, createdAt }
  const pickup = { code: parcel.code, senderName: users.get(parcel.senderId).name }
  if (isRecipient(parcel, user)) {
    const delegates = parcel.delegates
      .filter(({ removedAt }) => !removedAt)
      .map((delegate) => ({ id: delegate.id, email: delegate.email }))
    return { ...common, role: 'recipient', note: parcel.note, ...pickup, delegates }
  }
  if (parcel.senderId === user.id)
    return { ...common, role: 'sender', note: parcel.note, recipientEmail: parcel.recipientEmail }
  return { ...common, role: 'delegate', ...pickup }
}

const claimView = (claim) => {
  const { stationId, status, recipientEmail, note } = parcels.get(claim.parcelId)
  return {
    id: claim.id,
    text: claim.text,
    status: claim.status,
    createdAt: claim.createdAt,
    parcel: { id: claim.parcelId, stationId, status, recipientEmail, note },
  }
}

const app = express()
app.disable('x-powered-by')
app.disable('etag')
app.use(express.json({ limit: '64kb' }))
app.use((request, response, next) => {
  response.set({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
  if (request.body === undefined || request.body === null || typeof request.body !== 'object') request.body = {}
  next()
})

// The answer is the same for an address that has an account; its owner gets a mail about it.
app.post('/auth/register', ({ body }, response) => {
  check(isEmail(body.email), 'email: an address')
  check(isText(body.name, 1, 80), 'name: 1 to 80 characters')
  checkPassword(body.password)
  if (!userByEmail(body.email)) addUser(body.email.trim().toLowerCase(), body.password, body.name)
  response.status(202).json({ detail: 'Check your mail' })
})

app.post('/auth/login', ({ body }, response) => {
  check(typeof body.email === 'string' && typeof body.password === 'string', 'email and password are texts')
  const user = verifyPassword(body.email, body.password)
  if (!user) throw new Problem(401, 'Wrong address or password')
  response.json(startSession(user.id))
})

// A token to refresh is good once. Who brings an old one ends the session, since one of two has stolen it.
app.post('/auth/refresh', ({ body }, response) => {
  const given = typeof body.refreshToken === 'string' ? body.refreshToken : ''
  const sessionId = given.split('.')[0]
  const session = sessions.get(sessionId)
  if (!session || session.ended) throw new Problem(401, 'Sign in again')
  if (session.refresh !== digest(given)) {
    session.ended = true
    throw new Problem(401, 'Sign in again')
  }
  response.json(issue(session, sessionId))
})

app.post('/auth/logout', signedIn, (request, response) => {
  sessions.get(request.sessionId).ended = true
  response.status(204).end()
})

app.put('/auth/password', signedIn, ({ user, body }, response) => {
  checkPassword(body.newPassword)
  check(typeof body.currentPassword === 'string', 'currentPassword: a text')
  if (!verifyPassword(user.email, body.currentPassword)) throw new Problem(403, 'The current password is another one')
  user.salt = randomBytes(16)
  user.hash = hashOf(body.newPassword, user.salt)
  for (const session of sessions.values()) if (session.userId === user.id) session.ended = true
  response.json(startSession(user.id))
})

app.get('/me', signedIn, ({ user }, response) => {
  response.json({ id: user.id, email: user.email, name: user.name, createdAt: user.createdAt })
})

app.get('/stations', ({ query }, response) => {
  const q = String(query.q ?? '').toLowerCase()
  response.json({ items: stations.filter(({ name, city }) => `${name} ${city}`.toLowerCase().includes(q)) })
})

app.post('/parcels', signedIn, ({ user, body }, response) => {
  check(
    stations.some(({ id }) => id === body.stationId),
    'stationId: no such station',
  )
  check(['S', 'M', 'L'].includes(body.size), 'size: S, M or L')
  check(isEmail(body.recipientEmail), 'recipientEmail: an address')
  check(body.note === undefined || isText(body.note, 0, 200), 'note: up to 200 characters')
  const parcel = addParcel(
    user,
    { stationId: body.stationId, size: body.size, note: body.note ?? '' },
    body.recipientEmail,
  )
  response.status(201).location(`/parcels/${parcel.id}`).json(view(parcel, user))
})

app.get('/parcels', signedIn, ({ user, query }, response) => {
  const mine = [...parcels.values()].filter(
    (parcel) => parcel.senderId === user.id || isRecipient(parcel, user) || delegateOf(parcel, user),
  )
  const found = mine
    .map((parcel) => view(parcel, user))
    .filter(({ role, status }) => (!query.role || role === query.role) && (!query.status || status === query.status))
  const page = Math.max(1, Number.parseInt(query.page, 10) || 1)
  response.json({ total: found.length, page, items: found.slice((page - 1) * 20, page * 20) })
})

app.get('/parcels/:parcelId', signedIn, (request, response) => {
  response.json(view(parcelFor(request), request.user))
})

app.patch('/parcels/:parcelId', signedIn, (request, response) => {
  const parcel = sentBy(request)
  const { note } = request.body
  check(isText(note, 0, 200), 'note: up to 200 characters')
  if (parcel.status !== 'waiting') throw new Problem(409, 'The parcel is not waiting any more')
  Object.assign(parcel, { note })
  response.json(view(parcel, request.user))
})

// A parcel that is called back stays in the lists of both.
app.delete('/parcels/:parcelId', signedIn, (request, response) => {
  const parcel = sentBy(request)
  if (parcel.status !== 'waiting') throw new Problem(409, 'The parcel is not waiting any more')
  parcel.status = 'cancelled'
  response.json(view(parcel, request.user))
})

app.post('/parcels/:parcelId/pickup', signedIn, (request, response) => {
  const parcel = parcelFor(request)
  if (!isRecipient(parcel, request.user) && !delegateOf(parcel, request.user))
    throw new Problem(403, 'Not for the sender')
  check(typeof request.body.code === 'string', 'code: a text')
  if (parcel.status !== 'waiting') throw new Problem(409, 'The parcel is not waiting any more')
  if (parcel.wrongCodes >= MAX_WRONG_CODES) throw new Problem(423, 'Too many wrong codes: ask the service')
  if (request.body.code !== parcel.code) {
    parcel.wrongCodes += 1
    throw new Problem(422, 'code: wrong')
  }
  parcel.status = 'collected'
  response.json(view(parcel, request.user))
})

app.post('/parcels/:parcelId/delegates', signedIn, (request, response) => {
  const parcel = receivedBy(request)
  check(isEmail(request.body.email), 'email: an address')
  const email = request.body.email.trim().toLowerCase()
  const delegate = { id: randomUUID(), email, userId: userByEmail(email)?.id ?? null }
  parcel.delegates.push(delegate)
  response.status(201).json({ id: delegate.id, email })
})

app.delete('/parcels/:parcelId/delegates/:delegateId', signedIn, (request, response) => {
  const parcel = receivedBy(request)
  const delegate = parcel.delegates.find(({ id, removedAt }) => id === request.params.delegateId && !removedAt)
  if (!delegate) throw new Problem(404, 'No such delegate')
  delegate.removedAt = new Date().toISOString()
  response.status(204).end()
})

app.get('/parcels/:parcelId/label', signedIn, (request, response) => {
  const parcel = sentBy(request)
  const station = stations.find(({ id }) => id === parcel.stationId)
  response
    .type('text/plain')
    .send(
      `PARCEL ${parcel.id}\nTO ${parcel.recipientEmail}\nAT ${station.name}, ${station.city}\nSIZE ${parcel.size}\n${parcel.note}\n`,
    )
})

app.post('/claims', signedIn, ({ user, body }, response) => {
  check(isText(body.text, 3, 500), 'text: 3 to 500 characters')
  const parcel = parcels.get(body.parcelId)
  check(parcel && [parcel.senderId, parcel.recipientId].includes(user.id), 'parcelId: no such parcel')
  response.status(201).json(claimView(addClaim(user, parcel, body.text)))
})

app.get('/claims', signedIn, ({ user }, response) => {
  response.json({ items: [...claims.values()].filter(({ userId }) => userId === user.id).map(claimView) })
})

app.use((request, response) => {
  response.status(404).json({ detail: 'Not found' })
})

app.use((error, _request, response, _next) => {
  const status = error.status ?? 500
  response.status(status).json({ detail: status === 500 ? 'Internal error' : error.message })
})

const server = app.listen(Number(process.env.PORT ?? 3000), '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${server.address().port}`)
})
