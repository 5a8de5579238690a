/** svc with as many routes as the environment says, lists of 1 to 10, folders 1 to 20 deep, and a reader of bodies. */
import { Router, SvcAPI } from 'svc'
import { type APIKeyHeader, bearer, constantTimeEqual, headerKey } from 'svc/security'
import { KEY, TOKEN } from './scenarios.ts'
import { DEPTHS, LENGTHS } from './curve-points.ts'

const api = new SvcAPI<null>({ auth: null, docs: false, limits: { body: 2_000_000 } })
const token = bearer((_, value) => (constantTimeEqual(value, TOKEN) ? value : null))
const keyIn = (header: string): APIKeyHeader =>
  headerKey<string, string | null>(header, (_, value) => (constantTimeEqual(value, KEY) ? value : null))
for (let route = 0; route < Number(process.env['ROUTES']); route++)
  api.get(`/r${route}`, { auth: token }, (request) => ({ token: request.auth }))
for (const length of LENGTHS) {
  const [first, ...others] = Array.from({ length }, (_, at) => keyIn(`X-Key-${at + 1}`))
  if (first) api.get(`/list/${length}`, { auth: [first, ...others] }, (request) => ({ token: request.auth }))
}
for (const depth of DEPTHS) {
  let router = new Router()
  router.get('/leaf', {}, () => ({ depth }))
  for (let level = 1; level < depth; level++) {
    const outer = new Router()
    outer.addRouter('/folder', router)
    router = outer
  }
  api.addRouter(`/deep${depth}`, router, { auth: token })
}
api.get('/open', {}, () => ({ ok: true, hello: 'world' }))
api.post('/length', {}, async (request) => (await request.text()).length)
await api.listen({ port: Number(process.env['PORT']), log: false })
