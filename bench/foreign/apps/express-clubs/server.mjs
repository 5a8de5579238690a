// Sports clubs: members join by invitation. Short access tokens (jsonwebtoken) beside a refresh token that rotates.
import { createHash, randomBytes, randomUUID, scryptSync, timingSafeEqual } from 'node:crypto'
import express from 'express'
import jwt from 'jsonwebtoken'

const { JWT_SECRET, NORA_PASSWORD, OLE_PASSWORD } = process.env
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const PAGE_SIZE = 20

const hash = (password, salt = randomBytes(16)) => ({ salt, key: scryptSync(password, salt, 32) })
const same = (password, { salt, key }) => timingSafeEqual(scryptSync(password, salt, 32), key)
const digest = (text) => createHash('sha256').update(text).digest()
const NO_USER = hash(randomUUID())

// Data

const users = new Map()
const clubs = new Map()
const sessions = new Map()
const invitations = new Map()
const failures = new Map()
let lastUser = 0
let lastClub = 0

function addUser(username, displayName, password) {
  const user = { id: ++lastUser, username, displayName, about: '', plan: 'free', password: hash(password) }
  users.set(username, user)
  return user
}

function addClub(owner, { name, description = '', isPublic = false }) {
  const club = { id: ++lastClub, name, description, isPublic, owner, members: new Set([owner]), deletedAt: null }
  clubs.set(club.id, club)
  return club
}

addUser('nora', 'Nora Lind', NORA_PASSWORD)
addUser('ole', 'Ole Dahl', OLE_PASSWORD)
addClub('nora', { name: 'Fjord Rowers', description: 'Rowing at six in the morning', isPublic: true })
addClub('nora', { name: 'Board of the Rowers', description: 'Minutes and the fee of 1270 kroner' })
addClub('ole', { name: 'Chess in the Cellar', description: 'The key lies under the third pot' })

// What goes out

const ownProfile = ({ id, username, displayName, about, plan }) => ({ id, username, displayName, about, plan })
const shownClub = ({ id, name, description, isPublic, owner, members }) => ({
  id,
  name,
  description,
  isPublic,
  owner,
  memberCount: members.size,
})

// Credentials

function tokens(session) {
  const secret = randomBytes(32).toString('base64url')
  session.refresh = digest(secret)
  session.endsAt = Date.now() + 14 * DAY
  const claims = { sub: session.username, sid: session.id }
  return {
    accessToken: jwt.sign(claims, JWT_SECRET, { algorithm: 'HS256', expiresIn: '10m', issuer: 'clubs' }),
    refreshToken: `${session.id}.${secret}`,
    tokenType: 'Bearer',
    expiresIn: 600,
  }
}

function endSessions(username) {
  for (const session of sessions.values()) if (session.username === username) sessions.delete(session.id)
}

function authenticate(req, res, next) {
  const token = /^Bearer ([\w.-]+)$/i.exec(req.get('authorization') ?? '')?.[1]
  try {
    const { sub, sid } = jwt.verify(token, JWT_SECRET, { algorithms: ['HS256'], issuer: 'clubs' })
    const session = sessions.get(sid)
    if (session?.username !== sub) throw new Error('The session is over')
    req.session = session
    req.user = users.get(sub)
  } catch {
    return res.set('WWW-Authenticate', 'Bearer').status(401).json({ error: 'Not authenticated' })
  }
  next()
}

/** Ten wrong passwords of one user name in five minutes; counted for names that do not exist as well. */
function blocked(name) {
  const entry = failures.get(name)
  if (entry && entry.until < Date.now()) failures.delete(name)
  return (failures.get(name)?.count ?? 0) >= 10
}

function failed(name) {
  const entry = failures.get(name) ?? { count: 0, until: Date.now() + 5 * MINUTE }
  entry.count++
  failures.set(name, entry)
}

// Validation

const isText = (value, min, max) => typeof value === 'string' && value.trim().length >= min && value.length <= max
const optional = (value, check) => value === undefined || check(value)
const invalid = (res, error) => res.status(400).json({ error })
const isClub = ({ name, description, isPublic }) =>
  optional(name, (text) => isText(text, 1, 80)) &&
  optional(description, (text) => isText(text, 0, 2000)) &&
  optional(isPublic, (flag) => typeof flag === 'boolean')

const app = express()
app.disable('x-powered-by')
app.use(express.json({ limit: '50kb' }))
app.use((req, res, next) => {
  res.set('Cache-Control', 'no-store')
  if (req.body === null || typeof req.body !== 'object') req.body = {}
  next()
})

// Accounts

app.post('/auth/register', (req, res) => {
  const { username, displayName, password } = req.body
  if (!isText(username, 3, 40) || !/^[a-z0-9_-]+$/.test(username)) return invalid(res, 'username: a-z, 0-9, _ and -')
  if (!isText(displayName, 1, 60)) return invalid(res, 'displayName: 1 to 60 characters')
  if (!isText(password, 10, 200)) return invalid(res, 'password: 10 to 200 characters')
  // User names are public: they stand in the lists of members.
  if (users.has(username)) return res.status(409).json({ error: 'This user name is taken' })
  res.status(201).json(ownProfile(addUser(username, displayName, password)))
})

app.post('/auth/login', (req, res) => {
  const { username, password } = req.body
  if (!isText(username, 1, 100) || !isText(password, 1, 200)) return invalid(res, 'username and password are needed')
  const name = username.toLowerCase()
  if (blocked(name)) return res.set('Retry-After', '300').status(429).json({ error: 'Too many attempts' })
  const user = users.get(name)
  if (!same(password, user?.password ?? NO_USER) || !user) {
    failed(name)
    return res.status(401).json({ error: 'Wrong user name or password' })
  }
  failures.delete(name)
  const session = { id: randomUUID(), username: user.username }
  sessions.set(session.id, session)
  res.json(tokens(session))
})

app.post('/auth/refresh', (req, res) => {
  if (!isText(req.body.refreshToken, 1, 200)) return invalid(res, 'refreshToken is needed')
  const [id, secret = ''] = req.body.refreshToken.split('.')
  const session = sessions.get(id)
  const good = session && session.endsAt > Date.now() && timingSafeEqual(session.refresh, digest(secret))
  if (!good) {
    // A token that was used before is in two hands.
    sessions.delete(id)
    return res.status(401).json({ error: 'The refresh token is not valid' })
  }
  res.json(tokens(session))
})

app.post('/auth/logout', authenticate, (req, res) => {
  sessions.delete(req.session.id)
  res.status(204).end()
})

app.post('/auth/password', authenticate, (req, res) => {
  const { currentPassword, newPassword } = req.body
  if (!isText(newPassword, 10, 200)) return invalid(res, 'newPassword: 10 to 200 characters')
  const name = req.user.username
  if (blocked(name)) return res.set('Retry-After', '300').status(429).json({ error: 'Too many attempts' })
  if (!isText(currentPassword, 1, 200) || !same(currentPassword, req.user.password)) {
    failed(name)
    return res.status(403).json({ error: 'The current password is wrong' })
  }
  req.user.password = hash(newPassword)
  endSessions(name)
  res.status(204).end()
})

app.get('/me', authenticate, (req, res) => res.json(ownProfile(req.user)))

app.patch('/me', authenticate, (req, res) => {
  const { displayName = req.user.displayName, about = req.user.about } = req.body
  if (!isText(displayName, 1, 60) || !isText(about, 0, 500)) return invalid(res, 'displayName and about are texts')
  Object.assign(req.user, { displayName, about })
  res.json(ownProfile(req.user))
})

// Clubs

const isMember = (club, user) => club.members.has(user.username)
const isVisible = (club, user) => !club.deletedAt && (club.isPublic || isMember(club, user))

/** The club of the path, if who asks may know of it; 404 otherwise. */
function findClub(req, res, next) {
  const club = /^[1-9]\d{0,8}$/.test(req.params.clubId) ? clubs.get(Number(req.params.clubId)) : undefined
  if (!club || !isVisible(club, req.user)) return res.status(404).json({ error: 'No such club' })
  req.club = club
  next()
}

function ownerOnly(req, res, next) {
  if (req.club.owner !== req.user.username) return res.status(403).json({ error: 'Only the owner may do this' })
  next()
}

app.get('/clubs', authenticate, (req, res) => {
  const page = Number(req.query.page ?? 1)
  if (!Number.isInteger(page) || page < 1) return invalid(res, 'page: from 1')
  const all = [...clubs.values()].filter((club) => isVisible(club, req.user))
  const items = all.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE).map(shownClub)
  res.json({ items, page, total: all.length })
})

app.post('/clubs', authenticate, (req, res) => {
  if (!isText(req.body.name, 1, 80) || !isClub(req.body)) return invalid(res, 'name, description, isPublic')
  res.status(201).json(shownClub(addClub(req.user.username, req.body)))
})

app.get('/clubs/:clubId', authenticate, findClub, (req, res) => res.json(shownClub(req.club)))

app.patch('/clubs/:clubId', authenticate, findClub, ownerOnly, (req, res) => {
  if (!isClub(req.body)) return invalid(res, 'name, description, isPublic')
  const { name = req.club.name, description = req.club.description, isPublic = req.club.isPublic } = req.body
  Object.assign(req.club, { name, description, isPublic })
  res.json(shownClub(req.club))
})

app.delete('/clubs/:clubId', authenticate, findClub, ownerOnly, (req, res) => {
  req.club.deletedAt = Date.now()
  res.status(204).end()
})

app.get('/clubs/:clubId/members', authenticate, findClub, (req, res) => {
  if (!isMember(req.club, req.user)) return res.status(403).json({ error: 'Only members see the members' })
  res.json([...req.club.members].map((name) => ({ username: name, displayName: users.get(name).displayName })))
})

app.delete('/clubs/:clubId/members/:username', authenticate, findClub, (req, res) => {
  const { club, user, params } = req
  const self = params.username === user.username
  if (club.owner !== user.username && !self) return res.status(403).json({ error: 'Only the owner may do this' })
  if (params.username === club.owner) return res.status(409).json({ error: 'The owner stays' })
  if (!club.members.delete(params.username)) return res.status(404).json({ error: 'No such member' })
  res.status(204).end()
})

// Invitations: who has the code may join, once, within a week.

app.post('/clubs/:clubId/invitations', authenticate, findClub, ownerOnly, (req, res) => {
  const code = randomBytes(24).toString('base64url')
  const endsAt = Date.now() + 7 * DAY
  invitations.set(code, { clubId: req.club.id, endsAt })
  res.status(201).json({ code, expiresAt: new Date(endsAt).toISOString() })
})

app.post('/invitations/accept', authenticate, (req, res) => {
  if (!isText(req.body.code, 1, 100)) return invalid(res, 'code is needed')
  const invitation = invitations.get(req.body.code)
  const club = clubs.get(invitation?.clubId)
  if (!club || club.deletedAt || invitation.endsAt < Date.now())
    return res.status(404).json({ error: 'No such invitation' })
  invitations.delete(req.body.code)
  club.members.add(req.user.username)
  res.json(shownClub(club))
})

app.use((req, res) => res.status(404).json({ error: 'Not found' }))
app.use((error, req, res, _next) => {
  const status = error.status ?? 500
  res.status(status).json({ error: status < 500 ? 'Invalid request' : 'Internal error' })
})

const server = app.listen(Number(process.env.PORT ?? 3000), '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${server.address().port}`)
})
