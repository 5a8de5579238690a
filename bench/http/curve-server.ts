/** svc with as many routes as the environment says, lists of 1 to 10, folders 1 to 20 deep, and a reader of bodies. */
import { Router, SvcAPI } from 'svc'
import { type APIKeyHeader, bearer, constantTimeEqual, fwAuth, headerKey, login } from 'svc/security'
import { DEPTHS, LENGTHS } from './curve-points.ts'
import { KEY, TOKEN } from './scenarios.ts'

const api = new SvcAPI<null>({
  auth: null,
  docs: false,
  limits: { body: 2_000_000 },
  sessions: { secrets: ['a session secret of the curves, long enough'] },
})
const token = bearer((_, value) => (constantTimeEqual(value, TOKEN) ? value : null))
const keyIn = (header: string): APIKeyHeader =>
  headerKey<string, string | null>(header, (_, value) => (constantTimeEqual(value, KEY) ? value : null))
for (let route = 0; route < Number(process.env['ROUTES'] ?? 10); route++)
  api.get(route % 2 === 0 ? `/r${route}` : `/r${route}/:id`, { auth: token }, () => ({ route }))
for (const length of LENGTHS) {
  const [first, ...others] = Array.from({ length }, (_, at) => keyIn(`X-Key-${at + 1}`))
  if (first) api.get(`/list/${length}`, { auth: [first, ...others] }, (request) => ({ token: request.auth }))
}
for (const depth of DEPTHS) {
  let router = new Router()
  router.get('/:id', {}, (request) => ({ id: request.params['id'] }))
  for (let level = 1; level < depth; level++) {
    const outer = new Router()
    outer.addRouter('/folder', router)
    router = outer
  }
  api.addRouter(`/deep${depth}`, router, { auth: token })
}
api.get('/open', {}, () => ({ ok: true, hello: 'world' }))
api.post('/length', {}, async (request) => (await request.text()).length)
api.get('/login', {}, async (request) => {
  await login(request, { name: 'alice' })
  return { ok: true }
})
api.get('/session', { auth: fwAuth }, (request) => ({ name: request.auth }))
/** Bytes on the heap and beside it that are in use. */
api.get('/memory', {}, () => {
  globalThis.gc?.()
  const { heapUsed, external, rss } = process.memoryUsage()
  return { used: heapUsed + external, resident: rss }
})
await api.listen({ port: Number(process.env['PORT']), log: false })
