// A note-taking service: tokens from a login, a session cookie, an API key in a header and in the query, Basic.
import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import express from 'express'

const { ANN_PASSWORD, BOB_PASSWORD, ROOT_PASSWORD, REPORT_KEY, FEED_KEY, METRICS_PASSWORD } = process.env

const users = [
  { id: 'u1', username: 'ann', password: ANN_PASSWORD, role: 'user' },
  { id: 'u2', username: 'bob', password: BOB_PASSWORD, role: 'user' },
  { id: 'u3', username: 'root', password: ROOT_PASSWORD, role: 'admin' },
]
const notes = new Map([
  ['n1', { id: 'n1', text: 'buy milk and bread', owner: 'u1' }],
  ['n2', { id: 'n2', text: 'call the dentist', owner: 'u2' }],
])
const tokens = new Map()
const sessions = new Map()

const digest = (text) => createHash('sha256').update(text).digest()
const same = (given, wanted) => typeof given === 'string' && timingSafeEqual(digest(given), digest(wanted))
const findUser = (username) => users.find((user) => user.username === username)
const cookie = (req, name) => new RegExp(`(?:^|; )${name}=([^;]*)`).exec(req.headers.cookie ?? '')?.[1]
const envelope = (req, data) => ({ requestId: req.id, at: new Date().toISOString(), data })
const profile = ({ id, username, role }) => ({ id, username, role })

function refuse(req, res, challenge) {
  if (challenge) res.set('WWW-Authenticate', challenge)
  res.status(401).json({ error: 'unauthorized', requestId: req.id })
}

function requireToken(req, res, next) {
  const match = /^Bearer ([\w-]+)$/i.exec(req.get('authorization') ?? '')
  const user = match && tokens.get(match[1])
  if (!user) return refuse(req, res, 'Bearer')
  req.user = user
  req.token = match[1]
  next()
}

function requireAdmin(req, res, next) {
  if (req.user.role !== 'admin') return res.status(403).json({ error: 'forbidden', requestId: req.id })
  next()
}

function requireReportKey(req, res, next) {
  const key = req.get('x-api-key')
  if (!same(key, REPORT_KEY)) return refuse(req, res)
  next()
}

function requireFeedKey(req, res, next) {
  const key = req.query.api_key
  if (!same(key, FEED_KEY)) return refuse(req, res)
  next()
}

function requireSession(req, res, next) {
  const user = sessions.get(cookie(req, 'sid'))
  if (!user) return refuse(req, res)
  req.user = user
  next()
}

function requireMetrics(req, res, next) {
  const match = /^Basic ([A-Za-z0-9+/]+=*)$/i.exec(req.get('authorization') ?? '')
  const [, username, password] = /^([^:]*):(.*)$/s.exec(Buffer.from(match?.[1] ?? '', 'base64').toString()) ?? []
  if (!same(username, 'prometheus') || !same(password, METRICS_PASSWORD)) {
    return refuse(req, res, 'Basic realm="metrics", charset="UTF-8"')
  }
  next()
}

function checkPassword(username, password) {
  const user = findUser(username)
  return user && same(password, user.password) ? user : undefined
}

const app = express()
app.disable('x-powered-by')
app.use(express.json())
app.use((req, res, next) => {
  req.id = randomUUID()
  res.set('X-Request-Id', req.id)
  next()
})

const api = express.Router()

api.get('/health', (req, res) => {
  res.json({ status: 'up', uptime: process.uptime() })
})

api.post('/login', (req, res) => {
  const { username, password } = req.body ?? {}
  const user = checkPassword(username, password)
  if (!user) return res.status(401).json({ error: 'wrong user name or password' })
  const token = randomBytes(24).toString('hex')
  tokens.set(token, user)
  res.json({ token, user: profile(user) })
})

api.post('/logout', requireToken, (req, res) => {
  tokens.delete(req.token)
  res.status(204).end()
})

api.post('/session', (req, res) => {
  const { username, password } = req.body ?? {}
  const user = checkPassword(username, password)
  if (!user) return res.status(401).json({ error: 'wrong user name or password' })
  const sid = randomBytes(24).toString('hex')
  sessions.set(sid, user)
  res.cookie('sid', sid, { httpOnly: true, sameSite: 'lax' })
  res.json({ user: profile(user) })
})

api.get('/account', requireSession, (req, res) => {
  res.json(envelope(req, profile(req.user)))
})

api.get('/me', requireToken, (req, res) => {
  res.json(envelope(req, profile(req.user)))
})

const listNotes = (req, res) => {
  res.json(envelope(req, [...notes.values()]))
}

const showNote = (req, res) => {
  const note = notes.get(req.params.id)
  if (!note) return res.status(404).json({ error: 'no such note' })
  res.json(envelope(req, note))
}

api.get('/notes', requireToken, listNotes)

api.get('/notes/:id', requireToken, showNote)

api.post('/notes', requireToken, (req, res) => {
  const { text } = req.body ?? {}
  if (typeof text !== 'string') return res.status(422).json({ error: 'text is required' })
  const id = randomUUID()
  res.status(201).json(envelope(req, { id, text, owner: req.user.id }))
})

api.delete('/notes/:id', requireToken, (req, res) => {
  notes.delete(req.params.id)
  res.status(204).end()
})

const listUsers = (req, res) => {
  res.json(envelope(req, users.map(profile)))
}

api.get('/admin/users', requireToken, requireAdmin, listUsers)

api.get('/reports', requireReportKey, (req, res) => {
  res.json(envelope(req, { income: 1200, costs: 800 }))
})

api.get('/feed', requireFeedKey, (req, res) => {
  res
    .type('application/rss+xml')
    .send(`<rss><channel><pubDate>${new Date()}</pubDate><item>Secret news</item></channel></rss>`)
})

api.get('/metrics', requireMetrics, (req, res) => {
  res.type('text/plain').send(`requests_total ${process.hrtime.bigint()}\nnotes_total ${notes.size}\n`)
})

app.use('/api/v1', api)

app.use((req, res) => {
  res.status(404).json({ error: 'not found', requestId: req.id })
})

app.use((error, req, res, next) => {
  res.status(error.status ?? 500).json({ error: 'something went wrong', requestId: req.id })
})

const server = app.listen(Number(process.env.PORT ?? 3000), '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${server.address().port}`)
})
