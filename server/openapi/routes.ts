import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { HttpError } from '../base/errors.ts'
import { accessRoute } from './access-run.ts'
import { personOf, personRoute } from './person.ts'
import { requireManifest, respondWithAsset } from './assets/respond.ts'
import { describeApi, schemesOf } from './document.ts'
import { chooseCoding, type Coding } from './negotiation.ts'
import type { PageConfiguration, SessionOperation } from './page/configuration.ts'
import { oauthRoutes } from './oauth-routes.ts'
import { respondWithPage } from './page.ts'
import { KEY_PARAMETER } from './page-keys.ts'
import { entryOf } from './page-entry.ts'
import { isForeign, isFromDeveloper, mayHaveFixtures } from './docs-guard.ts'
import { prefillOf } from './prefill.ts'
import { sessionOperations } from './session-operations.ts'
import type { DocsDevelopment, DocsFacts, DocsRequest, DocsRoute } from './docs-route.ts'

/**
 * The document and the reference page.
 *
 * | path | guarded | answer |
 * |---|---|---|
 * | `/openapi.json` | yes | the document, with an `ETag` |
 * | `/docs` | yes | the page, `no-store` |
 * | `/docs/session` | yes | whether the request comes with a session, until when, and for the developer whose, `no-store` |
 * | `/docs/events` | yes | server-sent events; only where `facts.development` is given |
 * | `/docs/open` | yes | 204 once the editor of the developer shows a position that a refusal named; only there, too |
 * | `/docs/person` | yes | what a login gave a user of the fixtures; only there, for a page that may act as them |
 * | `/docs/access` | yes | what came of the last runs of `svc test-auth`; only there, for the developer |
 * | `/docs/assets/[...file]` | no | scripts and styles of the page, immutable |
 *
 * Each answers GET; HEAD is GET without its body. Those of logins are {@link oauthRoutes}. They throw `HttpError`.
 */
export function docsRoutes(facts: DocsFacts): readonly DocsRoute[] {
  const { development, base } = facts
  const document = lazy(() => new ServedDocument(JSON.stringify(describeApi(facts))))
  const assets = `${base}/docs/assets/`
  return [
    { path: '/openapi.json', guarded: true, respond: ({ headers }) => document().respond(headers) },
    { path: '/docs', guarded: true, respond: (request) => respondWithReference(facts, request), ...entryOf(facts) },
    { path: '/docs/session', guarded: true, respond: (request) => respondWithSession(facts, request) },
    ...(development
      ? [
          eventsRoute(development),
          openRoute(development),
          personRoute(facts, development),
          accessRoute(facts, development),
        ]
      : []),
    ...(facts.oauth ? oauthRoutes(facts.oauth, base) : []),
    {
      path: '/docs/assets/[...file]',
      guarded: false,
      respond: ({ path, headers }) => respondWithAsset(path.slice(assets.length), headers),
    },
  ]
}

/** For pages of this very origin: to others it is not even said that there is nothing to say. */
async function respondWithSession({ readSession, development }: DocsFacts, request: DocsRequest): Promise<Response> {
  if (isForeign(request)) throw new HttpError(403)
  const isProven = request.headers.get('sec-fetch-site') === 'same-origin'
  const { name, ...answer } = (isProven && (await readSession?.(request))) || {}
  const isDeveloper = development !== undefined && isFromDeveloper(request, development)
  return Response.json(isDeveloper && name !== undefined ? { ...answer, name } : answer, {
    statusText: 'OK',
    headers: { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' },
  })
}

function eventsRoute(development: DocsDevelopment): DocsRoute {
  const respond = (request: DocsRequest): Response => {
    const isDeveloper = isFromDeveloper(request, development) && !isForeign(request)
    const mayAct = mayHaveFixtures(request, development)
    return development.updates.open(isDeveloper, isDeveloper ? request.query['page'] : undefined, mayAct)
  }
  return { path: '/docs/events', guarded: true, respond }
}

/** It starts a program, so it is for a page whose stream is open: no other page knows the name. */
function openRoute(development: DocsDevelopment): DocsRoute {
  const respond = async (request: DocsRequest): Promise<Response> => {
    const { page, at } = request.query
    const isDeveloper = isFromDeveloper(request, development) && !isForeign(request)
    if (!isDeveloper || typeof at !== 'string' || !development.updates.isOpen(page)) throw new HttpError(404)
    if ((await development.openSource?.(at)) !== true) throw new HttpError(404)
    return new Response(null, { status: 204, statusText: 'No Content', headers: { 'cache-control': 'no-store' } })
  }
  return { path: '/docs/open', guarded: true, respond }
}

async function respondWithReference(facts: DocsFacts, request: DocsRequest): Promise<Response> {
  const { title, base, sessionCookieName, development } = facts
  const developer = development && isFromDeveloper(request, development) ? development : undefined
  const isOpened = request.method === 'GET' && !isForeign(request)
  const cookie = isOpened && developer?.keys?.redeem(request.query[KEY_PARAMETER], request, `${base}/docs`)
  if (cookie) return redirectWithoutKey(request, cookie)
  const fixtures = developer && mayHaveFixtures(request, developer) ? developer : undefined
  const configuration: PageConfiguration = {
    title,
    path: `${base}/docs`,
    slug: `svc-${`${title}${base}`.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`,
    sessionCookie: sessionCookieName,
    persists: developer !== undefined,
    ...(/^basic /i.test(request.headers.get('authorization') ?? '') ? { basic: true } : {}),
    ...sessionOf(facts, fixtures),
    ...(facts.oauth ? { oauth: Object.fromEntries([...facts.oauth].map(([name, { page }]) => [name, page])) } : {}),
    ...(development ? { revision: development.updates.revision } : {}),
    ...(fixtures?.credentials ? { credentials: prefillOf(schemesOf(facts), fixtures.credentials) } : {}),
    ...(fixtures?.people ? { people: fixtures.people.map(personOf(facts)) } : {}),
  }
  return respondWithPage(configuration, await requireManifest())
}

/** The key is spent: it stays in no address, and so in no history and no bookmark. */
function redirectWithoutKey({ query }: DocsRequest, cookie: string): Response {
  const others = Object.entries(query).filter(([name, value]) => name !== KEY_PARAMETER && typeof value === 'string')
  const search = new URLSearchParams(others as [string, string][]).toString()
  const headers = { location: `docs${search && `?${search}`}`, 'set-cookie': cookie, 'cache-control': 'no-store' }
  return new Response(null, { status: 303, statusText: 'See Other', headers })
}

/** How a session begins and ends: what `docs` names, else the fixtures of the developer, else what looks like it. */
function sessionOf(facts: DocsFacts, developer: DocsDevelopment | undefined): Pick<PageConfiguration, 'session'> {
  const named = sessionOperations({ ...facts, operations: [] })
  const fixtures = developer?.session ?? {}
  // The fields of the fixtures are for the operation that they call, and for no other.
  const isSame = named.login && fixtures.login && nameOf(named.login) === nameOf(fixtures.login)
  const login = isSame ? { login: fixtures.login } : {}
  const session = { ...sessionOperations(facts), ...fixtures, ...named, ...login }
  return Object.keys(session).length === 0 ? {} : { session }
}

function nameOf({ method, path }: SessionOperation): string {
  return `${method.toUpperCase()} ${path}`
}

/** The document as text, compressed once for each coding that was asked for. */
class ServedDocument {
  readonly #text: string
  readonly #etag: string
  readonly #bodies = new Map<Coding, Promise<Uint8Array<ArrayBuffer>>>()

  constructor(text: string) {
    this.#text = text
    this.#etag = `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`
  }

  async respond(headers: Headers): Promise<Response> {
    const fields = {
      etag: this.#etag,
      'cache-control': 'no-cache',
      vary: 'accept-encoding',
      'x-content-type-options': 'nosniff',
    }
    if (headers.get('if-none-match') === this.#etag)
      return new Response(null, { status: 304, statusText: 'Not Modified', headers: fields })
    const coding = chooseCoding(headers.get('accept-encoding'))
    const body = this.#bodies.get(coding) ?? encode(this.#text, coding)
    this.#bodies.set(coding, body)
    const encoding: Record<string, string> = coding === 'identity' ? {} : { 'content-encoding': coding }
    const headersOf = { 'content-type': 'application/json', ...encoding, ...fields }
    return new Response(await body, { statusText: 'OK', headers: headersOf })
  }
}

async function encode(text: string, coding: Coding): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new TextEncoder().encode(text)
  if (coding === 'identity') return bytes
  // The best quality takes seconds for a large document; this one takes 20 ms a megabyte.
  const { brotliCompress, constants, gzip } = await import('node:zlib')
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }
  return new Uint8Array(await (coding === 'br' ? promisify(brotliCompress)(bytes, quality) : promisify(gzip)(bytes)))
}

function lazy<T extends object>(create: () => T): () => T {
  let value: T | undefined
  return () => (value ??= create())
}
