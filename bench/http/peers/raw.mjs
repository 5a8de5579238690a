// A hand-written handler of node:http: the unit of the table.
import { createPublicKey, verify } from 'node:crypto'
import { createServer } from 'node:http'
import * as C from './common.mjs'

const send = (res, status, value, fields) => {
  const body = JSON.stringify(value)
  const length = Buffer.byteLength(body)
  res.writeHead(status, { 'content-type': 'application/json', 'content-length': length, ...fields, ...grantsOf(res) })
  res.end(body)
}
const GRANTS = { vary: 'origin', 'access-control-allow-origin': C.PAGE }
const grantsOf =
  C.EXTRA === 'cors' ? (res) => (res.req.headers.origin === C.PAGE ? GRANTS : { vary: 'origin' }) : () => undefined
const DENIED = { detail: 'Unauthorized' }
const refuse = (res, challenge) => send(res, 401, DENIED, challenge && { 'www-authenticate': challenge })
const withToken = (handle) => (req, res, search, id) => {
  const { authorization } = req.headers
  const token = authorization?.startsWith('Bearer ') ? authorization.slice(7) : undefined
  return C.isToken(token) ? handle(req, res, token, id) : refuse(res, 'Bearer')
}
const MOST_TOKENS = 20_000
const verifyToken = (token, algorithm, key, verified) => {
  const [header, payload, signature] = token.split('.')
  const read = (part) => JSON.parse(Buffer.from(part, 'base64url').toString())
  if (signature === undefined || read(header).alg !== algorithm) return undefined
  const text = Buffer.from(`${header}.${payload}`)
  const isSigned = verify('sha256', text, { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'))
  const claims = isSigned ? read(payload) : {}
  if (claims.iss !== C.ISSUER || claims.aud !== C.ISSUER) return undefined
  if (verified.size >= MOST_TOKENS) verified.clear()
  verified.set(token, claims)
  return claims
}
const withJwt = (algorithm, pem) => {
  const key = createPublicKey(pem)
  // With their claims: what is sent again costs a look, and its end is judged each time.
  const verified = new Map()
  return (req, res) => {
    const { authorization } = req.headers
    const token = authorization?.startsWith('Bearer ') ? authorization.slice(7) : ''
    const claims = verified.get(token) ?? verifyToken(token, algorithm, key, verified)
    return claims?.exp > Date.now() / 1_000 ? send(res, 200, { token: claims.sub }) : refuse(res, 'Bearer')
  }
}
const keyOf = (search) => {
  const at = search.indexOf('key=')
  return at < 0 ? undefined : search.slice(at + 4).split('&', 1)[0]
}
const routes = new Map([
  ['GET /open', (_, res) => send(res, 200, { ok: true, hello: 'world' })],
  ['GET /bearer', withToken((_, res, token) => send(res, 200, { token }))],
  [
    'GET /header',
    (req, res) => {
      const key = req.headers['x-api-key']
      return C.isKey(key) ? send(res, 200, { token: key }) : refuse(res)
    },
  ],
  [
    'GET /query',
    (_, res, search) => {
      const key = keyOf(search)
      return C.isKey(key) ? send(res, 200, { token: key }) : refuse(res)
    },
  ],
  [
    'GET /cookie',
    (req, res) => {
      const key = C.readCookie(req.headers.cookie, 'key')
      return C.isKey(key) ? send(res, 200, { token: key }) : refuse(res)
    },
  ],
  [
    'GET /basic',
    (req, res) => {
      const pair = C.readBasic(req.headers.authorization)
      return pair && C.isUser(...pair) ? send(res, 200, { token: pair[0] }) : refuse(res, 'Basic realm="api"')
    },
  ],
  [
    'GET /list',
    (req, res, search) => {
      const key = keyOf(search) ?? req.headers['x-api-key']
      return C.isKey(key) ? send(res, 200, { token: key }) : refuse(res)
    },
  ],
  [
    'GET /login',
    (_, res) => {
      const cookie = `sid=${C.sign({ user: C.USER, expires: Date.now() + 3_600_000 })}; Path=/; HttpOnly`
      send(res, 200, { ok: true }, { 'set-cookie': cookie })
    },
  ],
  [
    'GET /session',
    (req, res) => {
      const session = C.unsign(C.readCookie(req.headers.cookie, 'sid'))
      return session ? send(res, 200, { token: session.user }) : refuse(res)
    },
  ],
  ['GET /check', withToken((_, res) => send(res, 403, { detail: 'Forbidden' }))],
  [
    'POST /body',
    withToken(async (req, res) => {
      const chunks = []
      for await (const chunk of req) chunks.push(chunk)
      const body = JSON.parse(Buffer.concat(chunks).toString())
      if (typeof body.name !== 'string' || typeof body.count !== 'number') return send(res, 422, { detail: 'Invalid' })
      return send(res, 200, body)
    }),
  ],
  ['GET /1k', (_, res) => send(res, 200, C.SMALL)],
  ['GET /64k', (_, res) => send(res, 200, C.LARGE)],
])
for (const [algorithm, pem] of Object.entries(C.KEYS)) routes.set(`GET /jwt/${algorithm}`, withJwt(algorithm, pem))
const withId = new Map()
const records = new Map(Object.entries(C.RECORDS))
withId.set(
  'GET /owned',
  withToken((_, res, token, id) => {
    const found = records.get(decodeURIComponent(id))
    if (found?.owner !== token) return send(res, 404, { detail: 'Not Found' })
    return send(res, 200, found)
  }),
)
for (const { folder, path, hasId, name } of C.TABLE) {
  const handle = withToken((_, res, _token, id) => send(res, 200, { name, id }))
  if (hasId) withId.set(`GET ${folder}${path}`, handle)
  else routes.set(`GET ${folder}${path}`, handle)
}

createServer((req, res) => {
  const { url, method } = req
  const mark = url.indexOf('?')
  const key = `${method} ${mark < 0 ? url : url.slice(0, mark)}`
  const found = routes.get(key)
  if (found) return found(req, res, mark < 0 ? '' : url.slice(mark + 1))
  const slash = key.lastIndexOf('/')
  const parent = withId.get(key.slice(0, slash))
  return parent ? parent(req, res, '', key.slice(slash + 1)) : send(res, 404, { detail: 'Not Found' })
}).listen(C.PORT, C.HOST)
