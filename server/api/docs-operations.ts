import { applyDeclaration, UNDECLARED } from '../auth/policy.ts'
import type { SourcePosition } from '../base/errors.ts'
import { NO_MIDDLEWARE } from '../declaring/middleware.ts'
import type { RequestContext } from '../http/request.ts'
import { readDocsSession } from './docs-session.ts'
import type { SessionAnswer } from '../openapi/page/configuration.ts'
import type { DocsFacts, DocsRequest } from '../openapi/docs-route.ts'
import { schemesOf } from '../openapi/document.ts'
import { readOauth } from '../openapi/oauth-clients.ts'
import { docsRoutes } from '../openapi/routes.ts'
import type { EffectiveAuth, Operation } from '../model/operation.ts'
import type { DocsOption } from '../declaring/docs-option.ts'

const PUBLIC: EffectiveAuth = applyDeclaration(UNDECLARED, { level: 'none', value: null, source: undefined })

/**
 * The document and the page as operations, so that `docs: { auth }` guards them like any other. A global auth does not
 * reach them (semantics 11); `docs: false` leaves none.
 */
export function docsOperations(
  docs: DocsOption,
  facts: DocsFacts,
  source: SourcePosition | undefined,
  isWhole = true,
): readonly Operation[] {
  const guard = docsGuard(docs, source)
  if (docs === false || !guard) return []
  const named = namedOf(docs)
  const found = docs.oauth && readOauth(docs.oauth, schemesOf({ ...facts, named }), isWhole, source)
  const oauth = found && found.size > 0 ? found : undefined
  const readSession = (request: DocsRequest): Promise<SessionAnswer> =>
    readDocsSession(request as DocsRequest & RequestContext)
  return docsRoutes({ ...facts, named, readSession, oauth, guard: guard.description }).map((route) =>
    Object.freeze({
      id: `docs ${route.path}`,
      method: route.method ?? 'GET',
      path: route.path,
      auth: route.guarded ? guard : PUBLIC,
      options: route.options ?? {},
      middleware: NO_MIDDLEWARE,
      handler: (request: DocsRequest) => route.respond(request),
      ...(route.refuse ? { refuse: (request, challenges) => route.refuse?.(request, challenges) } : {}),
      source: undefined,
    } satisfies Operation),
  )
}

/** The operations that `docs: { oauth }` adds, for lists: the others are the same for every API. */
export function oauthOperations(docs: DocsOption, facts: DocsFacts): readonly Operation[] {
  return docsOperations(docs, facts, undefined).filter(({ path }) => path.startsWith('/docs/oauth/'))
}

function namedOf({ login, logout }: Exclude<DocsOption, false>): NonNullable<DocsFacts['named']> {
  return { ...(login === undefined ? {} : { login }), ...(logout === undefined ? {} : { logout }) }
}

/** The auth of the page and the document; `undefined` if they are not served. */
export function docsGuard(docs: DocsOption, source?: SourcePosition): EffectiveAuth | undefined {
  if (docs === false) return undefined
  return Object.hasOwn(docs, 'auth') ? applyDeclaration(UNDECLARED, { level: 'api', value: docs.auth, source }) : PUBLIC
}
