import type { TokenGrants } from '../auth/token-grants.ts'
import { HttpError } from '../base/errors.ts'
import { requireManifest } from './assets/respond.ts'
import type { DocsRequest, DocsRoute } from './docs-route.ts'
import type { OauthClients } from './oauth-clients.ts'
import { respondWithCallback } from './page.ts'
import type { PageGrant } from './page/configuration.ts'
import { isForeign } from './docs-guard.ts'

const TEXTS = { scheme: String, state: String, redirect: String } as const

/**
 * The routes of logins from the page.
 *
 * | path | answer |
 * |---|---|
 * | `POST /docs/oauth/start` | `{ url }`, where a person logs in |
 * | `GET /docs/oauth/callback` | a page that hands the provider's answer to the page that waits for it; not guarded, and without data |
 * | `POST /docs/oauth/token` | the {@link GrantedToken} for that answer |
 * | `POST /docs/oauth/grant` | the {@link GrantedToken} for a password, or for the secret of a client |
 */
export function oauthRoutes(clients: OauthClients, base: string): readonly DocsRoute[] {
  const callback = `${base}/docs/oauth/callback`
  const post = (
    path: string,
    body: Readonly<Record<string, StringConstructor>>,
    answer: (fields: Readonly<Record<string, string>>, request: DocsRequest) => Promise<object>,
  ): DocsRoute => ({
    method: 'POST',
    path: `/docs/oauth/${path}`,
    guarded: true,
    options: { body, csrf: true },
    respond: async (request) => {
      if (isForeign(request)) throw new HttpError(403)
      const found = await answer(request.body as Readonly<Record<string, string>>, request)
      return Response.json(found, { statusText: 'OK', headers: { 'cache-control': 'no-store' } })
    },
  })
  return [
    post('start', { ...TEXTS, challenge: String, scope: String }, async (fields, { origin }) => {
      const { state = '', challenge = '', redirect = '', scope = '' } = fields
      checkRedirect(redirect, origin, callback)
      if (!RANDOM.test(state) || !RANDOM.test(challenge)) throw new HttpError(400)
      const grants = grantsOf(clients, fields, 'authorization_code')
      return { url: await grants.begin({ state, challenge, redirectUri: redirect, scope }) }
    }),
    { path: '/docs/oauth/callback', guarded: false, respond: async () => respondWithCallback(await requireManifest()) },
    post('token', { ...TEXTS, query: String, verifier: String }, (fields, { origin }) => {
      const { state = '', redirect = '', query = '', verifier = '' } = fields
      const url = checkRedirect(redirect, origin, callback)
      url.search = query
      return grantsOf(clients, fields, 'authorization_code').finish({ url, state, verifier })
    }),
    post('grant', { scheme: String, grant: String, name: String, secret: String, scope: String }, (fields) => {
      const { grant, name = '', secret = '', scope = '' } = fields
      if (grant !== 'password' && grant !== 'client_credentials') throw new HttpError(400)
      return grantsOf(clients, fields, grant).ask(grant, name, secret, scope)
    }),
  ]
}

/** 256 bits in the alphabet of URLs. */
const RANDOM = /^[\w-]{43}$/

function grantsOf(
  clients: OauthClients,
  { scheme = '' }: Readonly<Record<string, string>>,
  grant: PageGrant['grant'],
): TokenGrants {
  const grants = clients.get(scheme)?.grants[grant]
  if (grants === undefined) throw new HttpError(400, 'The document was changed: load the page again.')
  return grants
}

/** The page knows under which address it was loaded, a prefix of a proxy included; the provider compares it with what is registered. */
function checkRedirect(redirect: string, origin: string, callback: string): URL {
  const url = URL.canParse(redirect) ? new URL(redirect) : undefined
  if (url === undefined || url.origin !== origin || !url.pathname.endsWith(callback) || url.search + url.hash !== '') {
    throw new HttpError(400, `redirect must be the callback of this page, ${origin}${callback}.`)
  }
  return url
}
