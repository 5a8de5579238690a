// Orders of a shop: JSON Web Tokens from a password grant, Basic behind a rate limit, a key for web hooks and one for exports.
import { createHash, createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import Fastify from 'fastify'

const { JWT_SECRET, ANN_PASSWORD, BOB_PASSWORD, ROOT_PASSWORD, HOOK_KEY, EXPORT_KEY, JOBS_PASSWORD } = process.env

const app = Fastify({ genReqId: () => randomUUID() })

const users = new Map([
  ['ann', { name: 'ann', password: ANN_PASSWORD, role: 'customer', email: 'ann@example.com' }],
  ['bob', { name: 'bob', password: BOB_PASSWORD, role: 'customer', email: 'bob@example.com' }],
  ['root', { name: 'root', password: ROOT_PASSWORD, role: 'admin', email: 'root@example.com' }],
])
const orders = new Map([
  ['7c9e6679-7425-40de-944b-e07fc1f90ae7', { status: 'open', total: 4200, lines: ['chair', 'table'] }],
  ['16fd2706-8baf-433b-82eb-8c7fada847da', { status: 'closed', total: 990, lines: ['lamp'] }],
])
const revoked = new Set()

const digest = (text) => createHash('sha256').update(text).digest()
const same = (given, wanted) => typeof given === 'string' && timingSafeEqual(digest(given), digest(wanted))
const encode = (value) => Buffer.from(JSON.stringify(value)).toString('base64url')
const decode = (text) => JSON.parse(Buffer.from(text, 'base64url').toString())
const mac = (text) => createHmac('sha256', JWT_SECRET).update(text).digest()
const now = () => Math.floor(Date.now() / 1000)

class Refused extends Error {
  statusCode = 401
}

function sign(claims) {
  const signed = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`
  return `${signed}.${mac(signed).toString('base64url')}`
}

function verify(token) {
  const parts = token.split('.')
  if (parts.length !== 3) throw new Refused('malformed token')
  const [header, payload, signature] = parts
  const { alg } = decode(header)
  if (alg !== 'HS256') throw new Refused('unknown algorithm')
  const given = Buffer.from(signature, 'base64url')
  const wanted = mac(`${header}.${payload}`)
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) throw new Refused('bad signature')
  const claims = decode(payload)
  if (claims.exp <= now()) throw new Refused('token expired')
  if (claims.aud !== 'orders') throw new Refused('token for another service')
  if (revoked.has(claims.jti)) throw new Refused('token revoked')
  return claims
}

async function authenticate(request) {
  const [scheme, token, rest] = (request.headers.authorization ?? '').split(' ')
  if (scheme.toLowerCase() !== 'bearer' || !token || rest !== undefined) throw new Refused('missing token')
  try {
    request.user = verify(token)
  } catch (error) {
    throw error instanceof Refused ? error : new Refused('malformed token')
  }
}

async function isAdmin(request, reply) {
  if (request.user.role !== 'admin') return reply.code(403).send({ message: 'admins only', trace: request.id })
}

async function hookKey(request) {
  const key = request.headers['x-hook-key']
  if (!same(key, HOOK_KEY)) throw new Refused('wrong hook key')
}

async function exportKey(request) {
  const { key } = request.query
  if (!same(key, EXPORT_KEY)) throw new Refused('wrong export key')
}

const hits = { second: 0, count: 0 }
async function limitRate(request, reply) {
  if (hits.second !== now()) Object.assign(hits, { second: now(), count: 0 })
  if (++hits.count > 60) return reply.code(429).header('Retry-After', '1').send({ message: 'too many requests' })
}

async function jobsBasic(request, reply) {
  const [scheme, encoded = ''] = (request.headers.authorization ?? '').split(' ')
  const text = Buffer.from(encoded, 'base64').toString()
  const username = text.slice(0, text.indexOf(':'))
  const password = text.slice(text.indexOf(':') + 1)
  if (scheme.toLowerCase() !== 'basic' || !same(username, 'cron') || !same(password, JOBS_PASSWORD)) {
    reply.header('WWW-Authenticate', 'Basic realm="jobs"')
    throw new Refused('wrong user or password')
  }
}

app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (request, body, done) => {
  done(null, Object.fromEntries(new URLSearchParams(body)))
})

app.setErrorHandler((error, request, reply) => {
  const status = error.statusCode ?? 500
  if (status === 401 && !reply.hasHeader('www-authenticate')) reply.header('WWW-Authenticate', 'Bearer')
  reply.code(status).send({ message: status < 500 ? error.message : 'internal error', trace: request.id })
})

app.get('/status', async () => ({ ok: true, at: new Date().toISOString() }))

app.post('/auth/token', async (request, reply) => {
  const { username, password } = request.body ?? {}
  const user = users.get(username)
  if (!user || !same(password, user.password)) {
    return reply.code(400).send({ error: 'invalid_grant', error_description: 'Wrong user name or password' })
  }
  const claims = { sub: user.name, role: user.role, aud: 'orders', jti: randomUUID(), iat: now(), exp: now() + 3600 }
  reply.header('Cache-Control', 'no-store')
  return { access_token: sign(claims), token_type: 'Bearer', expires_in: 3600 }
})

app.post('/auth/logout', { onRequest: authenticate }, async (request, reply) => {
  revoked.add(request.user.jti)
  return reply.code(204).send()
})

const byStatus = {
  querystring: {
    type: 'object',
    required: ['status'],
    properties: { status: { enum: ['open', 'closed'] } },
  },
}
const byId = {
  params: { type: 'object', properties: { orderId: { type: 'string', format: 'uuid' } } },
}
const change = {
  ...byId,
  body: { type: 'object', required: ['status'], properties: { status: { enum: ['open', 'closed'] } } },
}

app.register(async (shop) => {
  shop.addHook('onRequest', authenticate)

  shop.get('/profile', async (request) => {
    const { name, email, role } = users.get(request.user.sub)
    return { trace: request.id, name, email, role }
  })

  shop.get('/orders', { schema: byStatus }, async (request) => {
    const found = [...orders].filter(([, { status }]) => status === request.query.status)
    return { trace: request.id, orders: found.map(([id, order]) => ({ id, ...order })) }
  })

  shop.get('/orders/:orderId', { schema: byId }, async (request, reply) => {
    const order = orders.get(request.params.orderId)
    if (!order) return reply.code(404).send({ message: 'no such order' })
    return { trace: request.id, id: request.params.orderId, ...order }
  })

  shop.patch('/orders/:orderId', { schema: change }, async (request, reply) => {
    const order = orders.get(request.params.orderId)
    if (!order) return reply.code(404).send({ message: 'no such order' })
    return { trace: request.id, id: request.params.orderId, ...order, status: request.body.status }
  })

  shop.get('/admin/stats', { onRequest: isAdmin }, async (request) => {
    return { trace: request.id, at: Date.now(), turnover: 123456, customers: users.size }
  })
})

app.get('/jobs', { onRequest: [limitRate, jobsBasic] }, async (request) => {
  return { trace: request.id, jobs: ['invoice', 'newsletter'] }
})

app.post('/hooks/payment', { onRequest: hookKey }, async (request) => {
  return { trace: request.id, received: randomUUID() }
})

app.get('/export', { onRequest: exportKey }, async (request, reply) => {
  reply.type('text/csv')
  return `id,total,exported\n7c9e6679,4200,${new Date().toISOString()}\n16fd2706,990,${new Date().toISOString()}\n`
})

console.log(await app.listen({ port: Number(process.env.PORT ?? 3000), host: '127.0.0.1' }))
