import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SvcAPI } from '../../api/api.ts'
import { all, basic, bearer, cookieKey, fwAuth, headerKey, login, logout, queryKey } from '../../auth/index.ts'
import type { ApiOptions } from '../../declaring/settings.ts'

export const SECRET = 'a secret of the tests, thirty-two characters'

/** An API with every kind, each answering with what its authenticator returned. Counts how often handlers ran. */
export function sampleApi(options: ApiOptions<null> = {}): { readonly api: SvcAPI<null>; readonly runs: string[] } {
  const runs: string[] = []
  const sessions = { secrets: [SECRET], store: undefined as never, now: () => Date.now(), ...options.sessions }
  delete (sessions as { store?: unknown }).store
  const api = new SvcAPI<null>({ docs: false, auth: null, ...options, sessions })
  const answerWith = (name: string) => (request: { readonly auth: unknown }) => {
    runs.push(name)
    return { name, auth: request.auth ?? null }
  }
  api.get('/open', {}, answerWith('open'))
  api.post('/open', {}, answerWith('open'))
  api.get('/bearer', { auth: bearer((_, token) => token === 'right' && { user: token }) }, answerWith('bearer'))
  api.post('/bearer', { auth: bearer((_, token) => token === 'right' && { user: token }) }, answerWith('bearer'))
  api.get('/basic', { auth: basic((_, user, password) => password === 'right' && { user }) }, answerWith('basic'))
  api.get('/query', { auth: queryKey('key', (_, key) => key === 'right' && key) }, answerWith('query'))
  api.get('/header', { auth: headerKey('X-Key', (_, key) => key === 'right' && key) }, answerWith('header'))
  api.get('/cookie', { auth: cookieKey('key', (_, key) => key === 'right' && key) }, answerWith('cookie'))
  api.post('/cookie', { auth: cookieKey('key', (_, key) => key === 'right' && key) }, answerWith('cookie'))
  api.get('/session', { auth: fwAuth }, answerWith('session'))
  const later = async (_: unknown, token: string): Promise<unknown> => {
    await new Promise((resolve) => setImmediate(resolve))
    return token === 'right' && { user: token }
  }
  api.get('/later', { auth: bearer(later) }, answerWith('later'))
  api.get('/list', { auth: [queryKey('key', (_, key) => key === 'right' && key), bearer(later)] }, answerWith('list'))
  api.get(
    '/both',
    {
      auth: all(
        bearer(later),
        headerKey('X-Key', (_, key) => key === 'right' && key),
      ),
    },
    answerWith('both'),
  )
  api.get('/params/:id', { auth: bearer((_, token) => token === 'right') }, (request) => request.params.id)
  api.get('/address', {}, (request) => request.clientAddress)
  api.post('/login', {}, (request) => login(request, { name: 'ann' }).then(() => 'in'))
  api.post('/logout', {}, (request) => logout(request).then(() => 'out'))
  api.post('/echo', {}, (request) => (request as unknown as { text(): Promise<string> }).text())
  api.get('/broken', {}, () => {
    throw new Error('a secret of the server')
  })
  return { api, runs }
}

/** A server of a test. */
export interface Served {
  readonly url: string
  close(): Promise<void>
}

/** The layers on which an application is served over sockets. */
export const LAYERS: readonly { readonly layer: string; serve(api: SvcAPI<never> | SvcAPI<null>): Promise<Served> }[] =
  [
    { layer: 'listen', serve: (api) => (api as SvcAPI).listen({ log: false }) },
    { layer: 'nodeHandler', serve: (api) => serveForeign((api as SvcAPI).nodeHandler({ secureCookies: false })) },
  ]

/** Serves a handler on a server that is not ours: nothing but the handler stands between Node and the application. */
export async function serveForeign(handler: Parameters<typeof createServer>[1]): Promise<Served> {
  const server = createServer({ requireHostHeader: false }, handler)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: urlOf(server), close: () => closeHard(server) }
}

/** `http://127.0.0.1:port`. */
export function urlOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function closeHard(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
