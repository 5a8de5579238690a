// A clinic: patients ask for appointments with practitioners, and keep documents that they may share with them.
import { randomUUID, scryptSync, timingSafeEqual } from 'node:crypto'
import express from 'express'
import jwt from 'jsonwebtoken'

const { JWT_SECRET, LENA_PASSWORD, MARC_PASSWORD, DOCTOR_PASSWORD } = process.env
const LENA = '0b7c5e0e-3d0c-4a54-9a55-5b1f3c8f1a01'
const MARC = '5f0d2b67-7f0b-4b1e-8c52-64f7a9d7be02'
const WEBER = 'a3e1c7c4-94d8-4c39-b7a5-0c2d4f6e8b03'

const hash = (password, salt) => scryptSync(password, salt, 32, { N: 2048 }).toString('hex')
const same = (a, b) => timingSafeEqual(Buffer.from(a), Buffer.from(b))
const isText = (value, max = 2000) => typeof value === 'string' && value.trim() !== '' && value.length <= max
const isDay = (value) => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && !isNaN(Date.parse(value))

const users = new Map()
function addUser(id, email, password, fields) {
  const salt = randomUUID()
  users.set(id, { id, email, ...fields, salt, passwordHash: hash(password, salt), tokenVersion: 1 })
}
addUser(LENA, 'lena@patients.example', LENA_PASSWORD, {
  name: 'Lena Hoff',
  role: 'patient',
  phone: '+49 30 5550101',
  insuranceNumber: 'A123456780',
})
addUser(MARC, 'marc@patients.example', MARC_PASSWORD, {
  name: 'Marc Dietz',
  role: 'patient',
  phone: '+49 30 5550102',
  insuranceNumber: 'M987654321',
})
addUser(WEBER, 'weber@clinic.example', DOCTOR_PASSWORD, {
  name: 'Dr. Ute Weber',
  role: 'practitioner',
  phone: '+49 30 5550190',
  speciality: 'Dermatology',
})

const appointments = new Map()
const notes = new Map()
const documents = new Map()
const addAppointment = (fields) => {
  const appointment = { id: randomUUID(), status: 'requested', createdAt: new Date().toISOString(), ...fields }
  appointments.set(appointment.id, appointment)
  notes.set(appointment.id, [])
  return appointment
}
const addNote = (appointmentId, authorId, text, internal = false) => {
  const note = { id: randomUUID(), authorId, text, internal, createdAt: new Date().toISOString() }
  notes.get(appointmentId).push(note)
  return note
}
const addDocument = (fields) => {
  const document = { id: randomUUID(), sharedWith: [], createdAt: new Date().toISOString(), ...fields }
  documents.set(document.id, document)
  return document
}
addAppointment({
  id: '11d9a0c4-5c0e-4f0e-9d6e-2f1a7b3c4d11',
  patientId: LENA,
  practitionerId: WEBER,
  day: '2027-03-02',
  reason: 'Rash on the left arm',
  status: 'confirmed',
})
addAppointment({
  id: '22e8b1d5-6d1f-4a1f-8e7f-3a2b8c4d5e22',
  patientId: MARC,
  practitionerId: WEBER,
  day: '2027-03-04',
  reason: 'Check of a mole',
})
addNote('11d9a0c4-5c0e-4f0e-9d6e-2f1a7b3c4d11', LENA, 'I am allergic to penicillin.')
addNote('11d9a0c4-5c0e-4f0e-9d6e-2f1a7b3c4d11', WEBER, 'Suspect contact dermatitis.', true)
addNote('22e8b1d5-6d1f-4a1f-8e7f-3a2b8c4d5e22', MARC, 'My father had a melanoma.')
addDocument({
  id: '33f7c2e6-7e2a-4b2a-9f80-4b3c9d5e6f33',
  ownerId: LENA,
  title: 'Blood count of January',
  text: 'Haemoglobin 13.1, ferritin low',
  sharedWith: [WEBER],
})
addDocument({
  id: '44a6d3f7-8f3b-4c3b-a091-5c4dae6f7044',
  ownerId: MARC,
  title: 'Letter of the cardiologist',
  text: 'Ferritin normal, mild arrhythmia',
})

const revoked = new Set()
const failures = new Map()

class Refusal extends Error {
  constructor(status, code, message) {
    super(message)
    Object.assign(this, { status, code })
  }
}
const notFound = () => new Refusal(404, 'not_found', 'Not found')
const invalid = (message) => new Refusal(400, 'invalid', message)

const tokenFor = (user) =>
  jwt.sign({ tv: user.tokenVersion }, JWT_SECRET, {
    algorithm: 'HS256',
    subject: user.id,
    jwtid: randomUUID(),
    expiresIn: '15m',
  })
const profile = ({ id, email, name, role, phone, insuranceNumber, speciality }) => ({
  id,
  email,
  name,
  role,
  phone,
  ...(role === 'practitioner' ? { speciality } : { insuranceNumber }),
})

function auth(req, res, next) {
  const token = /^Bearer (\S+)$/i.exec(req.get('authorization') ?? '')?.[1]
  let claims
  try {
    claims = jwt.verify(token ?? '', JWT_SECRET, { algorithms: ['HS256'] })
  } catch {
    throw new Refusal(401, 'unauthenticated', 'A valid token is required')
  }
  const user = users.get(claims.sub)
  if (!user || claims.tv !== user.tokenVersion || revoked.has(claims.jti))
    throw new Refusal(401, 'unauthenticated', 'A valid token is required')
  req.user = user
  req.jti = claims.jti
  next()
}

const isParty = (appointment, user) => appointment.patientId === user.id || appointment.practitionerId === user.id
function appointmentOf(req) {
  const found = appointments.get(req.params.id)
  if (!found || !isParty(found, req.user)) throw notFound()
  return found
}
const practitioner = (id) => {
  const found = users.get(id)
  if (found?.role !== 'practitioner') throw new Refusal(422, 'unknown_practitioner', 'Unknown practitioner')
  return found
}
const paged = (req, items) => {
  const page = Math.max(1, Number.parseInt(req.query.page ?? '1', 10) || 1)
  return { items: items.slice((page - 1) * 20, page * 20), page, total: items.length }
}

const app = express()
app.disable('x-powered-by')
app.use(express.json({ limit: '200kb' }))
app.use((req, res, next) => {
  res.set('Cache-Control', 'no-store')
  req.body ??= {}
  if (typeof req.body !== 'object' || Array.isArray(req.body)) throw invalid('An object is expected')
  next()
})

app.post('/auth/login', (req, res) => {
  const { email, password } = req.body
  if (!isText(email, 200) || !isText(password, 200)) throw invalid('email and password are required')
  const failed = failures.get(email)
  if (failed && failed.count >= 10 && failed.until > Date.now())
    throw new Refusal(429, 'too_many', 'Too many attempts, try again later')
  const user = [...users.values()].find((one) => one.email === email)
  const expected = user?.passwordHash ?? '0'.repeat(64)
  if (!same(hash(password, user?.salt ?? 'none'), expected)) {
    const count = failed && failed.until > Date.now() ? failed.count + 1 : 1
    failures.set(email, { count, until: Date.now() + 900_000 })
    throw new Refusal(401, 'bad_credentials', 'E-mail or password is wrong')
  }
  failures.delete(email)
  res.json({ token: tokenFor(user), expiresIn: 900 })
})

app.post('/auth/logout', auth, (req, res) => {
  revoked.add(req.jti)
  res.status(204).end()
})

app.post('/auth/password', auth, (req, res) => {
  const { currentPassword, newPassword } = req.body
  if (!isText(currentPassword, 200)) throw invalid('currentPassword is required')
  if (!isText(newPassword, 200) || newPassword.length < 12) throw invalid('newPassword needs 12 characters or more')
  const key = `change ${req.user.id}`
  const wrong = failures.get(key) ?? { count: 0, until: 0 }
  if (wrong.count >= 5 && wrong.until > Date.now()) throw new Refusal(429, 'too_many', 'Too many attempts')
  if (!same(hash(currentPassword, req.user.salt), req.user.passwordHash)) {
    failures.set(key, { count: wrong.count + 1, until: Date.now() + 900_000 })
    throw new Refusal(403, 'wrong_password', 'The current password is wrong')
  }
  failures.delete(key)
  req.user.passwordHash = hash(newPassword, req.user.salt)
  req.user.tokenVersion += 1
  res.json({ token: tokenFor(req.user), expiresIn: 900 })
})

app.get('/me', auth, (req, res) => res.json(profile(req.user)))

app.patch('/me', auth, (req, res) => {
  const { name, phone } = req.body
  if (name !== undefined && !isText(name, 100)) throw invalid('name must be a text')
  if (phone !== undefined && !isText(phone, 40)) throw invalid('phone must be a text')
  Object.assign(req.user, { name: name ?? req.user.name, phone: phone ?? req.user.phone })
  res.json(profile(req.user))
})

const card = ({ id, name, speciality }) => ({ id, name, speciality })
app.get('/practitioners', (req, res) =>
  res.json({ items: [...users.values()].filter((user) => user.role === 'practitioner').map(card) }),
)

app.get('/practitioners/:id', (req, res) => {
  const found = users.get(req.params.id)
  if (found?.role !== 'practitioner') throw notFound()
  const days = [...appointments.values()].filter((one) => one.practitionerId === found.id && one.status === 'confirmed')
  res.json({ ...card(found), busyDays: [...new Set(days.map((one) => one.day))].sort() })
})

app.get('/appointments', auth, (req, res) => {
  const mine = [...appointments.values()].filter((appointment) => isParty(appointment, req.user))
  res.json(paged(req, req.query.status ? mine.filter((one) => one.status === req.query.status) : mine))
})

app.post('/appointments', auth, (req, res) => {
  const { practitionerId, day, reason } = req.body
  if (!isDay(day) || !isText(reason)) throw invalid('day and reason are required')
  const { id } = practitioner(practitionerId)
  const appointment = addAppointment({ patientId: req.user.id, practitionerId: id, day, reason })
  res.status(201).location(`/appointments/${appointment.id}`).json(appointment)
})

app.get('/appointments/:id', auth, (req, res) => {
  const appointment = appointmentOf(req)
  res.json(appointment)
})

app.patch('/appointments/:id', auth, (req, res) => {
  const appointment = appointmentOf(req)
  if (appointment.status === 'cancelled') throw new Refusal(409, 'cancelled', 'The appointment is cancelled')
  const { day, reason, status } = req.body
  if (day !== undefined && !isDay(day)) throw invalid('day must be a date')
  if (reason !== undefined && !isText(reason)) throw invalid('reason must be a text')
  if (status !== undefined) {
    if (appointment.practitionerId !== req.user.id)
      throw new Refusal(403, 'practitioner_only', 'Only the practitioner sets the status')
    if (!['requested', 'confirmed'].includes(status)) throw invalid('status must be requested or confirmed')
  }
  Object.assign(appointment, {
    day: day ?? appointment.day,
    reason: reason ?? appointment.reason,
    status: status ?? appointment.status,
  })
  res.json(appointment)
})

// A cancelled appointment stays in the list of both.
app.delete('/appointments/:id', auth, (req, res) => {
  const appointment = appointmentOf(req)
  appointment.status = 'cancelled'
  res.json(appointment)
})

app.get('/appointments/:id/notes', auth, (req, res) => {
  const { id } = appointmentOf(req)
  const seen = notes.get(id).filter((note) => !note.internal || req.user.role === 'practitioner')
  res.json({ items: seen.map(({ internal, ...note }) => note) })
})

app.post('/appointments/:id/notes', auth, (req, res) => {
  const { id } = appointmentOf(req)
  if (!isText(req.body.text)) throw invalid('text is required')
  const { internal, ...note } = addNote(id, req.user.id, req.body.text)
  res.status(201).json(note)
})

const readable = (document, user) => document.ownerId === user.id || document.sharedWith.includes(user.id)
const contains = (text, q) => text.toLowerCase().includes(q)
app.get('/documents', auth, (req, res) => {
  const q = String(req.query.q ?? '').toLowerCase()
  const found = [...documents.values()].filter(
    (document) => readable(document, req.user) && (contains(document.title, q) || contains(document.text, q)),
  )
  res.json(paged(req, found))
})

app.post('/documents', auth, (req, res) => {
  const { title, text } = req.body
  if (!isText(title, 200) || !isText(text, 100_000)) throw invalid('title and text are required')
  res.status(201).json(addDocument({ ownerId: req.user.id, title, text }))
})

app.get('/documents/:id', auth, (req, res) => {
  const document = documents.get(req.params.id)
  if (!document || !readable(document, req.user)) throw notFound()
  res.json(document)
})

app.post('/documents/:id/share', auth, (req, res) => {
  const document = documents.get(req.params.id)
  if (!document || document.ownerId !== req.user.id) throw notFound()
  const { id } = practitioner(req.body.practitionerId)
  document.sharedWith = [...new Set([...document.sharedWith, id])]
  res.json(document)
})

app.use(() => {
  throw notFound()
})
app.use((error, req, res, next) => {
  const status = error.status ?? 500
  if (status === 401) res.set('WWW-Authenticate', 'Bearer')
  res.status(status).json({
    error: {
      code: error.code ?? (status < 500 ? 'invalid' : 'internal'),
      message: status < 500 ? error.message : 'Error',
    },
  })
})

const server = app.listen(Number(process.env.PORT ?? 3000), '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${server.address().port}`)
})
