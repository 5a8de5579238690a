import { type ApiOptions, Router, SvcAPI } from 'svc'
import { jwt } from 'svc/identity'
import {
  basic,
  bearer,
  check,
  constantTimeEqual,
  cookieKey,
  fwAuth,
  headerKey,
  login,
  queryKey,
  resource,
} from 'svc/security'
import { ISSUER, KEY, PAGE, PASSWORD, RECORDS, TOKEN, USER } from './scenarios.ts'

/** The application with what the environment says more: keys of tokens, and CORS. A build has the same routes as its start. */
export function createNamedApi(): SvcAPI<null> {
  const api = createContestApi(process.env['CONTEST'] === 'cors' ? { cors: { origins: [PAGE] } } : {})
  for (const algorithm of ['RS256', 'ES256']) {
    const key = process.env[`KEY_${algorithm}`]
    if (key === undefined) continue
    const auth = jwt({ issuer: ISSUER, audience: ISSUER, key })
    api.get(`/jwt/${algorithm}`, { auth }, (request) => ({ token: request.auth.sub }))
  }
  return api
}

/** The application of the contest on svc, with every default of the contract on. Pages of other origins read with `cors`. */
export function createContestApi(options: Pick<ApiOptions, 'cors'> = {}): SvcAPI<null> {
  const api = new SvcAPI<null>({
    auth: null,
    docs: false,
    ...options,
    sessions: { secrets: ['a session secret of the contest, long enough'] },
  })
  const token = bearer((_, value) => (constantTimeEqual(value, TOKEN) ? value : null))
  const byKey = (_: unknown, value: string): string | null => (constantTimeEqual(value, KEY) ? value : null)
  const answer = (request: { readonly auth: unknown }): { readonly token: unknown } => ({ token: request.auth })
  const [query, header] = [queryKey('key', byKey), headerKey('X-API-Key', byKey)]
  api.get('/open', {}, () => ({ ok: true, hello: 'world' }))
  api.get('/bearer', { auth: token }, answer)
  api.get('/header', { auth: header }, answer)
  api.get('/query', { auth: query }, answer)
  api.get('/cookie', { auth: cookieKey('key', byKey) }, answer)
  api.get(
    '/basic',
    { auth: basic((_, user, password) => (user === USER && password === PASSWORD ? user : null)) },
    answer,
  )
  api.get('/list', { auth: [query, header] }, answer)
  api.get('/login', {}, async (request) => {
    await login(request, { name: USER })
    return { ok: true }
  })
  api.get('/session', { auth: fwAuth }, answer)
  api.get('/check', { auth: check(token, () => false) }, answer)
  api.post('/body', { auth: token, body: { name: String, count: Number } }, (request) => request.body)
  const records = new Map(Object.entries(RECORDS))
  const record = resource('record', {
    load: ({ params }: { params: { id: string } }) => records.get(params.id),
    may: ({ owner }, { auth }: { auth: string }) => owner === auth,
  })
  api.get('/owned/:id', { auth: token, resource: record }, ({ resources }) => resources.record)
  const [small, large] = ['x'.repeat(1_000), 'x'.repeat(64_000)]
  api.get('/1k', {}, () => ({ text: small }))
  api.get('/64k', {}, () => ({ text: large }))
  for (let folder = 0; folder < 20; folder++) {
    const router = new Router({ auth: token })
    for (let route = 0; route < 50; route++) {
      const name = `g${folder}r${route}`
      if (route < 40) router.get(`/r${route}`, {}, () => ({ name }))
      else router.get(`/r${route}/:id`, {}, (request) => ({ name, id: request.params.id }))
    }
    api.addRouter(`/api/g${folder}`, router)
  }
  return api
}
