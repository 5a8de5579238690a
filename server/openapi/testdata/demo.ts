import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Form, HttpError, inherit, SvcAPI } from 'svc'
import {
  all,
  basic,
  bearer,
  check,
  cookieKey,
  fwAuth,
  fwAuthSuperuser,
  headerKey,
  login,
  logout,
  optional,
  queryKey,
} from 'svc/security'
import { z } from 'zod'
import type { DocsOption } from '../../declaring/docs-option.ts'
import type { DocsDevelopment } from '../docs-route.ts'
import type { ClosedPath } from '../page/configuration.ts'
import { createUpdates } from '../updates.ts'

/** Every credential of the demo is this, and the user of Basic is `admin`. */
export const SECRET = 'v1'

const accept = (_request: unknown, secret: string): string | null => (secret === SECRET ? secret : null)
const isRight = (text: string): boolean => text === SECRET
const token = bearer(accept, { name: 'Token' })
const query = queryKey('api_key', accept, { name: 'QueryKey' })
const header = headerKey('X-API-Key', accept, { name: 'HeaderKey' })
const cookie = cookieKey('X-API-KEY', accept, { name: 'CookieKey' })
const password = basic((_request, user, secret) => (user === 'admin' && secret === SECRET ? user : null), {
  name: 'Basic',
})

/** The credentials of a test call, as the server received them. */
export interface Received {
  readonly target: string
  readonly authorization: string | undefined
  readonly key: string | undefined
  readonly cookie: string | undefined
}

/** A running demo. */
export interface Demo {
  readonly url: string
  readonly title: string
  readonly development: DocsDevelopment
  /** Test calls in the order in which they arrived. */
  readonly received: readonly Received[]
  /** Adds `GET /api/added` and announces it, as a reload does. */
  addRoute(): void
  /** Serves another edition of the demo and announces it. */
  save(edition: Edition, closed?: readonly ClosedPath[]): void
  /** Whether something was announced since the last `reset`. */
  readonly isChanged: boolean
  /** Serves the first edition again, as if nothing had arrived. For when no page is open that a change would reach. */
  reset(): void
  close(): Promise<void>
}

/** In what the demo differs from how it began. */
export interface Edition {
  /** Whether `GET /api/added` is there. */
  readonly added?: boolean
  /** A path below the base that is not there. */
  readonly without?: string
  /** Whether `PUT /api/things/{id}` asks for a token in place of a key. */
  readonly token?: boolean
  /** Whether operations with the key in the query are among the things. */
  readonly apart?: boolean
}

/** Serves an operation of each kind below `/api`, and notes what arrives. */
export async function startDemo(docs: DocsOption = {}, credentials?: DocsDevelopment['credentials']): Promise<Demo> {
  const updates = createUpdates()
  const development = { updates, credentials }
  const serve = (edition: Edition): ReturnType<SvcAPI['nodeHandler']> => {
    const api = createDemo(docs, edition)
    const operations = api
      .operations()
      .filter(
        ({ path }) => path !== edition.without?.replace(':id', '[id]') && (edition.added === true || path !== '/added'),
      )
    return api.withOperations(operations, { base: '/api', development }).nodeHandler({ secureCookies: false })
  }
  let handler = serve({})
  let isChanged = false
  const announce = (edition: Edition, closed?: readonly ClosedPath[]): void => {
    handler = serve(edition)
    isChanged = true
    updates.announce(closed)
  }
  const received: Received[] = []
  const server = createServer((request, response) => {
    const { url = '', headers } = request
    if (!/^\/api\/(docs|openapi\.json)/.test(url)) {
      const key = headers['x-api-key']?.toString()
      received.push({ target: url, authorization: headers.authorization, key, cookie: headers.cookie })
    }
    handler(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    title: 'Demo',
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    development,
    received,
    get isChanged() {
      return isChanged
    },
    addRoute: () => announce({ added: true }),
    save: announce,
    reset() {
      if (isChanged) announce({})
      isChanged = false
      received.length = 0
    },
    async close() {
      updates.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function createDemo(docs: DocsOption, edition: Edition): SvcAPI<typeof fwAuth> {
  const api = new SvcAPI({
    title: 'Demo',
    version: '1.0.0',
    auth: fwAuth,
    csrf: true,
    docs,
    sessions: { secrets: ['x'.repeat(32)] },
  })
  const answer = (): string => 'passed'
  api.get('/public', { auth: null, summary: 'Public' }, answer)
  const apart = edition.apart === true ? { tags: ['things'] } : {}
  api.get('/query', { auth: query, summary: 'Query key', ...apart }, answer)
  api.get('/header', { auth: header, summary: 'Header key' }, answer)
  api.get('/cookie', { auth: cookie, summary: 'Cookie key' }, answer)
  api.get('/bearer', { auth: token, summary: 'Bearer' }, answer)
  api.get('/basic', { auth: password, summary: 'Basic' }, answer)
  api.get('/either', { auth: [query, header], summary: 'Either key', ...apart }, answer)
  api.get('/both', { auth: all(token, header), summary: 'Both' }, answer)
  api.get('/checked', { auth: check(token, isRight), summary: 'Checked' }, answer)
  api.get('/maybe', { auth: optional(token), summary: 'Maybe' }, answer)
  api.get('/custom', { auth: (request) => request.clientAddress, summary: 'Custom' }, answer)
  api.get('/pets', { summary: 'Pets' }, answer)
  api.get('/mixed', { auth: [inherit, token], summary: 'Mixed' }, answer)
  api.get('/shared', { auth: [cookie, inherit], summary: 'Shared' }, answer)
  const crumbs = { cookies: z.object({ crumb: z.string().optional() }) }
  api.get('/crumbs', { auth: null, summary: 'Crumbs', ...crumbs }, answer)
  api.get('/admin/users', { auth: fwAuthSuperuser, summary: 'Users' }, answer)
  api.post(
    '/login',
    { auth: null, summary: 'Log in', body: Form({ username: String, password: String }) },
    (request) => {
      const { username, password } = request.body
      if (password !== SECRET) throw new HttpError(401)
      return login(request, { name: username, isSuperuser: username === 'root' })
    },
  )
  api.post('/logout', { summary: 'Log out' }, (request) => logout(request))
  const thing = { auth: edition.token === true ? token : header, summary: 'Change a thing' }
  api.put('/things/:id', { ...thing, query: { limit: Number }, body: { name: String } }, ({ params, query, body }) => ({
    id: params.id,
    ...query,
    ...body,
  }))
  const upload = Form(z.object({ note: z.string(), file: z.file() }))
  api.post('/files', { auth: null, summary: 'Upload', body: upload }, async ({ body: { note, file } }) => ({
    note,
    text: await file.text(),
  }))
  api.get('/added', { auth: null, summary: 'Added route' }, answer)
  return api
}
