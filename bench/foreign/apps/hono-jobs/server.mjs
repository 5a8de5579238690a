// A board of jobs: candidates apply with a resume, recruiters of a company read who applied to its jobs.
import { randomBytes, randomUUID, scryptSync, timingSafeEqual } from 'node:crypto'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { sign, verify } from 'hono/jwt'

const { JWT_SECRET, NORA_PASSWORD, OWEN_PASSWORD, RITA_PASSWORD, SAUL_PASSWORD } = process.env
const now = () => Math.floor(Date.now() / 1000)
const refuse = (status, message) => new HTTPException(status, { message })
const invalid = (fields) => Object.assign(refuse(422, 'Invalid'), { fields })

const hashOf = (password, salt) => scryptSync(password, salt, 32, { N: 2048 })
const companies = { 1: { id: 1, name: 'Acme Bridges' }, 2: { id: 2, name: 'Birch Ferries' } }
const users = [
  [101, 'nora@work.example', NORA_PASSWORD, 'candidate', null, 'Nora Lang'],
  [102, 'owen@work.example', OWEN_PASSWORD, 'candidate', null, 'Owen Price'],
  [201, 'rita@acme.example', RITA_PASSWORD, 'recruiter', 1, 'Rita Moss'],
  [202, 'saul@birch.example', SAUL_PASSWORD, 'recruiter', 2, 'Saul Finch'],
].map(([id, email, password, role, companyId, name]) => {
  const salt = randomBytes(16)
  const profile = { headline: '', skills: [], salaryExpectation: null }
  return { id, email, salt, hash: hashOf(password, salt), role, companyId, name, profile }
})
users[0].profile = { headline: 'Welder of bridges', skills: ['steel'], salaryExpectation: 52_000 }
users[1].profile = { headline: 'Second mate', skills: ['radar'], salaryExpectation: 61_000 }

let lastId = 500
const nextId = () => (lastId += 1)
const jobs = [
  { id: 11, companyId: 1, title: 'Welder', city: 'Duisburg', description: 'Steel of two bridges', status: 'open' },
  { id: 12, companyId: 1, title: 'Crane operator', city: 'Essen', description: 'Nights', status: 'open' },
  {
    id: 13,
    companyId: 1,
    title: 'Head of steel, replaces Mr Kern',
    city: 'Duisburg',
    description: 'He does not know yet',
    status: 'draft',
  },
  { id: 21, companyId: 2, title: 'First mate', city: 'Kiel', description: 'The ferry to Oslo', status: 'open' },
  { id: 22, companyId: 2, title: 'Cook', city: 'Kiel', description: 'For forty people', status: 'open' },
  {
    id: 23,
    companyId: 2,
    title: 'Crew of the line to Riga',
    city: 'Kiel',
    description: 'Not announced',
    status: 'draft',
  },
]
const resumes = [
  { id: 31, candidateId: 101, title: 'Welding', text: 'Eleven years at the yard in Emden' },
  { id: 32, candidateId: 102, title: 'At sea', text: 'Left the navy after an injury of the knee' },
]
const applications = [
  {
    id: 41,
    jobId: 11,
    candidateId: 101,
    resumeId: 31,
    coverLetter: 'I live close by',
    stage: 'interview',
    rating: 4,
    internalNote: 'Asks for too much money',
  },
  {
    id: 42,
    jobId: 21,
    candidateId: 102,
    resumeId: 32,
    coverLetter: 'I miss the sea',
    stage: 'received',
    rating: 2,
    internalNote: 'What about the knee?',
  },
]

// Tokens

const ended = new Map() // jti of tokens that were ended: until when they would have been good
const attempts = new Map()

const challenge = () =>
  new HTTPException(401, {
    res: Response.json({ message: 'Unauthorized' }, { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } }),
  })

async function readToken(c) {
  const token = /^bearer (\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1]
  if (token === undefined) return undefined
  return verify(token, JWT_SECRET, 'HS256').catch(() => undefined)
}

async function mustBeUser(c, next) {
  const claims = await readToken(c)
  const user = claims && !ended.has(claims.jti) && users.find(({ id }) => id === claims.sub)
  if (!user) throw challenge()
  c.set('user', user)
  c.set('claims', claims)
  return next()
}

/** For what everybody reads, and some read more of. */
async function mayBeUser(c, next) {
  const claims = await readToken(c)
  const user = claims && !ended.has(claims.jti) && users.find(({ id }) => id === claims.sub)
  if (user) c.set('user', user)
  return next()
}

const only = (role) => async (c, next) => {
  if (c.get('user').role !== role) throw refuse(403, `For a ${role}`)
  return next()
}

async function jsonOf(c) {
  const body = await c.req.json().catch(() => {
    throw refuse(400, 'No JSON')
  })
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw refuse(400, 'No object')
  return body
}

/** Takes from a body what the fields say, and refuses what they do not allow. */
function pick(body, fields) {
  const bad = Object.keys(fields).filter((name) => !fields[name](body[name]))
  if (bad.length > 0) throw invalid(bad)
  return Object.fromEntries(
    Object.keys(fields)
      .filter((name) => body[name] !== undefined)
      .map((name) => [name, body[name]]),
  )
}
const text = (max) => (value) => typeof value === 'string' && value.length > 0 && value.length <= max
const oneOf =
  (...values) =>
  (value) =>
    values.includes(value)
const maybe = (test) => (value) => value === undefined || test(value)
const numberIn = (min, max) => (value) => Number.isInteger(value) && value >= min && value <= max

// Records

function find(list, c, name) {
  const record = list.find(({ id }) => id === Number(c.req.param(name)))
  if (!record) throw refuse(404, 'Not found')
  return record
}

const isOfCompany = (user, job) => user?.role === 'recruiter' && user.companyId === job.companyId
const jobOf = (application) => jobs.find(({ id }) => id === application.jobId)

function ownJob(c) {
  const job = find(jobs, c, 'jobId')
  if (!isOfCompany(c.get('user'), job)) throw refuse(403, 'A job of another company')
  return job
}

const jobView = ({ id, companyId, title, city, description, status }) => ({
  id,
  companyId,
  company: companies[companyId].name,
  title,
  city,
  description,
  status,
})

function applicationView(application, user) {
  const { id, jobId, coverLetter, stage, rating, internalNote } = application
  const candidate = users.find((other) => other.id === application.candidateId)
  const resume = resumes.find((other) => other.id === application.resumeId)
  const view = {
    id,
    jobId,
    stage,
    coverLetter,
    candidate: { id: candidate.id, name: candidate.name, email: candidate.email },
    resume: { id: resume.id, title: resume.title, text: resume.text },
  }
  return user.role === 'recruiter' ? { ...view, rating, internalNote } : view
}

const app = new Hono()
app.onError((error, c) => {
  if (!(error instanceof HTTPException)) return c.json({ message: 'Internal error' }, 500)
  if (error.res) return error.res
  return c.json({ message: error.message, ...(error.fields ? { fields: error.fields } : {}) }, error.status)
})
app.notFound((c) => c.json({ message: 'Not found' }, 404))
app.use(async (c, next) => {
  await next()
  c.header('Cache-Control', 'no-store')
})

app.post('/auth/login', async (c) => {
  const { email, password } = pick(await jsonOf(c), { email: text(200), password: text(200) })
  const name = email.trim().toLowerCase()
  const tried = (attempts.get(name) ?? []).filter((time) => time > now() - 600)
  if (tried.length >= 8) throw refuse(429, 'Try again in ten minutes')
  const user = users.find((other) => other.email === name)
  const hash = hashOf(password, user?.salt ?? Buffer.alloc(16))
  if (!user || !timingSafeEqual(hash, user.hash)) {
    attempts.set(name, [...tried, now()])
    throw refuse(401, 'Wrong address or password')
  }
  attempts.delete(name)
  const claims = { sub: user.id, jti: randomUUID(), iat: now(), exp: now() + 1800 }
  return c.json({ token: await sign(claims, JWT_SECRET, 'HS256'), expiresIn: 1800 })
})

app.post('/auth/logout', mustBeUser, (c) => {
  const { jti, exp } = c.get('claims')
  ended.set(jti, exp)
  return c.body(null, 204)
})

const meView = ({ id, email, name, role, companyId, profile }) => ({ id, email, name, role, companyId, profile })
app.get('/me', mustBeUser, (c) => c.json(meView(c.get('user'))))

app.put('/me/profile', mustBeUser, async (c) => {
  const isSkills = (value) => Array.isArray(value) && value.length <= 30 && value.every(text(40))
  c.get('user').profile = pick(await jsonOf(c), {
    headline: text(120),
    skills: maybe(isSkills),
    salaryExpectation: maybe(numberIn(0, 1e6)),
  })
  return c.json(meView(c.get('user')))
})

app.get('/jobs', (c) => {
  const q = (c.req.query('q') ?? '').toLowerCase()
  const page = Math.max(1, Number(c.req.query('page')) || 1)
  const found = jobs.filter(
    ({ status, title, city }) => status === 'open' && `${title} ${city}`.toLowerCase().includes(q),
  )
  return c.json({ total: found.length, jobs: found.slice((page - 1) * 25, page * 25).map(jobView) })
})

app.get('/jobs/:jobId', mayBeUser, (c) => {
  const job = find(jobs, c, 'jobId')
  if (job.status === 'draft' && !isOfCompany(c.get('user'), job)) throw refuse(404, 'Not found')
  return c.json(jobView(job))
})

const STATUS = oneOf('draft', 'open', 'closed')
app.post('/jobs', mustBeUser, only('recruiter'), async (c) => {
  const body = await jsonOf(c)
  const fields = pick(body, { title: text(120), city: text(80), description: text(4000), status: maybe(STATUS) })
  const job = { status: 'draft', ...fields, id: nextId(), companyId: c.get('user').companyId }
  jobs.push(job)
  return c.json(jobView(job), 201)
})

app.patch('/jobs/:jobId', mustBeUser, only('recruiter'), async (c) => {
  const job = ownJob(c)
  Object.assign(
    job,
    pick(await jsonOf(c), {
      title: maybe(text(120)),
      city: maybe(text(80)),
      description: maybe(text(4000)),
      status: maybe(STATUS),
    }),
  )
  return c.json(jobView(job))
})

app.get('/company/jobs', mustBeUser, only('recruiter'), (c) =>
  c.json({ jobs: jobs.filter((job) => isOfCompany(c.get('user'), job)).map(jobView) }),
)

app.post('/resumes', mustBeUser, async (c) => {
  const resume = {
    id: nextId(),
    candidateId: c.get('user').id,
    ...pick(await jsonOf(c), { title: text(80), text: text(8000) }),
  }
  resumes.push(resume)
  return c.json({ id: resume.id, title: resume.title, text: resume.text }, 201)
})

// A recruiter reads the resumes that came with an application to a job of the company.
app.get('/resumes/:resumeId', mustBeUser, (c) => {
  const user = c.get('user')
  const resume = find(resumes, c, 'resumeId')
  const sent = applications.some(
    (application) => application.resumeId === resume.id && isOfCompany(user, jobOf(application)),
  )
  if (resume.candidateId !== user.id && !sent) throw refuse(403, 'Not yours')
  return c.json({ id: resume.id, title: resume.title, text: resume.text })
})

app.post('/jobs/:jobId/applications', mustBeUser, only('candidate'), async (c) => {
  const user = c.get('user')
  const job = find(jobs, c, 'jobId')
  if (job.status === 'draft') throw refuse(404, 'Not found')
  if (job.status === 'closed') throw refuse(409, 'The job is closed')
  const fields = pick(await jsonOf(c), { coverLetter: text(4000), resumeId: Number.isInteger })
  const resume = resumes.find(({ id, candidateId }) => id === fields.resumeId && candidateId === user.id)
  if (!resume) throw invalid(['resumeId'])
  if (applications.some(({ jobId, candidateId }) => jobId === job.id && candidateId === user.id))
    throw refuse(409, 'You have applied already')
  const application = {
    id: nextId(),
    jobId: job.id,
    candidateId: user.id,
    ...fields,
    stage: 'received',
    rating: null,
    internalNote: '',
  }
  applications.push(application)
  return c.json(applicationView(application, user), 201)
})

app.get('/jobs/:jobId/applications', mustBeUser, only('recruiter'), (c) => {
  const job = ownJob(c)
  return c.json({
    applications: applications
      .filter(({ jobId }) => jobId === job.id)
      .map((application) => applicationView(application, c.get('user'))),
  })
})

app.get('/jobs/:jobId/applications.csv', mustBeUser, only('recruiter'), (c) => {
  const { id } = ownJob(c)
  const cell = (value) =>
    `"${String(value ?? '')
      .replaceAll('"', '""')
      .replace(/^[=+@-]/, "'$&")}"`
  const rows = applications
    .filter(({ jobId }) => jobId === id)
    .map((application) => applicationView(application, c.get('user')))
    .map((view) =>
      [view.id, view.candidate.name, view.candidate.email, view.stage, view.rating, view.internalNote]
        .map(cell)
        .join(','),
    )
  return c.body(['id,name,email,stage,rating,note', ...rows, ''].join('\r\n'), 200, {
    'Content-Type': 'text/csv; charset=utf-8',
  })
})

app.get('/applications', mustBeUser, (c) => {
  const user = c.get('user')
  return c.json({
    applications: applications
      .filter(({ candidateId }) => candidateId === user.id)
      .map((application) => applicationView(application, user)),
  })
})

function applicationOf(c) {
  const application = find(applications, c, 'applicationId')
  const user = c.get('user')
  if (application.candidateId !== user.id && !isOfCompany(user, jobOf(application))) throw refuse(403, 'Not yours')
  return application
}

app.get('/applications/:applicationId', mustBeUser, (c) => c.json(applicationView(applicationOf(c), c.get('user'))))

app.patch('/applications/:applicationId', mustBeUser, async (c) => {
  const application = applicationOf(c)
  if (c.get('user').role !== 'recruiter') throw refuse(403, 'For recruiters')
  const fields = {
    stage: maybe(oneOf('received', 'interview', 'offer', 'rejected')),
    rating: maybe(numberIn(1, 5)),
    internalNote: maybe(text(2000)),
  }
  Object.assign(application, pick(await jsonOf(c), fields))
  return c.json(applicationView(application, c.get('user')))
})

// A candidate withdraws, and may apply again.
app.delete('/applications/:applicationId', mustBeUser, (c) => {
  const application = applicationOf(c)
  if (application.candidateId !== c.get('user').id) throw refuse(403, 'Only the candidate withdraws')
  applications.splice(applications.indexOf(application), 1)
  return c.body(null, 204)
})

serve({ fetch: app.fetch, port: Number(process.env.PORT ?? 3000), hostname: '127.0.0.1' }, (info) => {
  console.log(`http://127.0.0.1:${info.port}`)
})
