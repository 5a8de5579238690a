import { beginSession } from '../auth/session-auth.ts'
import { HttpError } from '../base/errors.ts'
import { namesOf, type OptionNames } from '../base/option-names.ts'
import type { SessionUser } from '../base/registry.ts'
import { operation, type OperationFunction } from '../declaring/declaration.ts'
import { isSafeUrl } from '../http/known-hosts.ts'
import { headerOf, type RequestContext, type SvcRequest } from '../http/request.ts'
import { OWN_PARAMETERS } from '../model/oauth-client.ts'
import { createState, keepFlow, type LoginFlow, takeFlow } from './login-flow.ts'
import { isOfProvider, ProviderClient } from './oidc-client.ts'
import { checkOptions, nameOf, refuseOption } from './place.ts'

/** The claims of an ID token that was checked (OpenID Connect Core 1.0 section 2). */
export interface IdClaims {
  readonly iss: string
  /** The user at the provider: unique there, and never given to another. An email address is neither. */
  readonly sub: string
  readonly [claim: string]: unknown
}

/** Options of {@link oidcLogin}. */
export interface OidcLoginOptions {
  /** The address of the provider, as its discovery document says it. */
  readonly issuer: string
  readonly clientId: string
  /** Absent for a client without one: PKCE alone then shows that both requests are of this server. */
  readonly clientSecret?: string
  /**
   * Who logs in: the user of the session by the claims of the ID token. Falsy: 403. By `sub`: an email address may belong to
   * another user tomorrow, and at some providers is what the user says it is.
   */
  readonly user: (claims: IdClaims, request: SvcRequest) => SessionUser | Falsy | Promise<SessionUser | Falsy>
  /** Asked of the provider; `openid profile email` if absent. */
  readonly scope?: string
  /** Where `callback` is: a path of this server, or its whole address. That of `start` with `/callback` if absent. */
  readonly callback?: string
  /** Further parameters of the authorization request, such as `{ prompt: 'select_account' }`. */
  readonly parameters?: Readonly<Record<string, string>>
}

type Falsy = null | undefined | false

/** The two operations of a login with a provider. Both are public, and for `GET`. */
export interface OidcLogin {
  /** Sends the browser to the provider. `?return_to=/path` says where it goes after the login; `/` if absent. */
  readonly start: OperationFunction
  /** Takes the provider's answer, and starts the session. Its address is registered at the provider. */
  readonly callback: OperationFunction
}

const OPTION_NAMES: OptionNames = namesOf<OidcLoginOptions>({
  issuer: true,
  clientId: true,
  clientSecret: true,
  user: true,
  scope: true,
  callback: true,
  parameters: true,
})

/**
 * The login of an OpenID provider, in two operations: authorization code with PKCE (RFC 9700 section 2.1.1), and a session
 * of this API as its result. What the provider says is checked by `openid-client`.
 *
 * @example
 * export const google = oidcLogin({ issuer: 'https://accounts.google.com', clientId, clientSecret, user: ({ sub }) => findUser(sub) })
 * // routes/login/index.ts:    export const GET = google.start
 * // routes/login/callback.ts: export const GET = google.callback
 * @throws `LoadError` `SVC_OIDC_OPTION`, `SVC_OPTION_…`
 */
export function oidcLogin(options: OidcLoginOptions): OidcLogin {
  readOptions(options)
  const { issuer, clientId, clientSecret } = options
  const client = new ProviderClient({ issuer, clientId, clientSecret })
  const start = operation({ auth: null, summary: 'Log in with the provider' }, (request: SvcRequest) =>
    begin(options, client, request as unknown as RequestContext),
  )
  const callback = operation({ auth: null, summary: 'Come back from the provider' }, (request: SvcRequest) =>
    finish(options, client, request as unknown as RequestContext),
  )
  return { start, callback }
}

async function begin(options: OidcLoginOptions, client: ProviderClient, context: RequestContext): Promise<Response> {
  requireNavigation(context)
  const returnTo = readReturnTo(context)
  const { library, configuration } = await client.open()
  const verifier = library.randomPKCECodeVerifier()
  const flow: LoginFlow = {
    issuer: options.issuer,
    clientId: options.clientId,
    state: createState(),
    nonce: library.randomNonce(),
    verifier,
    redirectUri: redirectUriOf(options, context),
    returnTo,
  }
  const address = library.buildAuthorizationUrl(configuration, {
    ...options.parameters,
    response_type: 'code',
    redirect_uri: flow.redirectUri,
    scope: options.scope ?? 'openid profile email',
    state: flow.state,
    nonce: flow.nonce,
    code_challenge: await library.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  })
  await keepFlow(context, flow)
  return redirect(address.href)
}

async function finish(options: OidcLoginOptions, client: ProviderClient, context: RequestContext): Promise<Response> {
  const [state, ...more] = context.queryValues('state')
  const flow = await takeFlow(context, more.length === 0 ? state : undefined)
  // A server with two providers: the answer of one must not end a login with the other (RFC 9700 section 4.4).
  if (flow.issuer !== options.issuer || flow.clientId !== options.clientId) throw refuseAnswer()
  const claims = await exchange(client, context, flow)
  const user = await options.user(claims, context as unknown as SvcRequest)
  if (!user) throw new HttpError(403)
  await beginSession(context, user)
  return redirect(flow.returnTo)
}

/** Exchanges the code of the answer for an ID token. `state`, `iss` (RFC 9207), `nonce` and the signature are checked by the library. */
async function exchange(client: ProviderClient, context: RequestContext, flow: LoginFlow): Promise<IdClaims> {
  const { library, configuration } = await client.open()
  const answer = new URL(flow.redirectUri)
  answer.search = context.url.search
  if (context.queryValues('error').length > 0) throw refusedThere(answer)
  try {
    const tokens = await library.authorizationCodeGrant(configuration, answer, {
      pkceCodeVerifier: flow.verifier,
      expectedState: flow.state,
      expectedNonce: flow.nonce,
      idTokenExpected: true,
    })
    client.endExchange(flow.verifier)
    client.report(undefined)
    return tokens.claims() as IdClaims
  } catch (error) {
    if (!client.endExchange(flow.verifier) || !isOfProvider(error)) throw refuseAnswer(error)
    client.report(error)
    throw new HttpError(503)
  }
}

/** A user who says no is 403; any other error of an authorization request is a fault of it (RFC 6749 section 4.1.2.1). */
function refusedThere({ searchParams }: URL): HttpError {
  return searchParams.get('error') === 'access_denied' ? new HttpError(403) : refuseAnswer()
}

function refuseAnswer(cause?: unknown): HttpError {
  return Object.assign(new HttpError(400, 'The answer of the provider is not right. Begin again.'), { cause })
}

/** Only where a person goes to it: a picture, a frame or a script of another page must not begin a login (Fetch Metadata). */
function requireNavigation(context: RequestContext): void {
  const mode = headerOf(context, 'sec-fetch-mode')
  const destination = headerOf(context, 'sec-fetch-dest')
  const isNavigation = mode === undefined || mode === 'navigate'
  if (!isNavigation || (destination !== undefined && destination !== 'document')) {
    throw new HttpError(403, 'A login begins where a person goes to it, in a window of its own.')
  }
}

/**
 * A path of this origin. Browsers take a backslash for a slash, and drop tabs and line breaks: what is not a path by any of these
 * readings is refused.
 */
function readReturnTo(context: RequestContext): string {
  const values = context.queryValues('return_to')
  const [text = '/'] = values
  const isPath = values.length <= 1 && /^\/(?![/\\])[^\\\s\p{Cc}]*$/u.test(text)
  const url = isPath && URL.canParse(text, context.origin) ? new URL(text, context.origin) : undefined
  if (url === undefined || url.origin !== context.origin || url.pathname.startsWith('//')) {
    throw new HttpError(400, 'return_to takes a path of this server, such as /notes.')
  }
  return url.pathname + url.search + url.hash
}

function redirectUriOf({ callback }: OidcLoginOptions, { origin, path }: RequestContext): string {
  if (callback === undefined) return `${origin}${path.replace(/\/$/, '')}/callback`
  return callback.startsWith('/') ? `${origin}${callback}` : callback
}

/** The code is in the address of the callback: it must not be kept, nor named to the next page. */
function redirect(location: string): Response {
  const headers = { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }
  return new Response(null, { status: 303, headers })
}

function readOptions(options: OidcLoginOptions): void {
  checkOptions('oidcLogin', options, OPTION_NAMES)
  const { issuer, clientId, clientSecret, user, scope, callback, parameters = {} } = options
  if (typeof issuer !== 'string' || !isSafeUrl(issuer) || /[?#\s]/.test(issuer)) {
    throw refuse(
      `issuer must be the https address of a provider (http on this machine only); got ${JSON.stringify(issuer)}.`,
    )
  }
  if (typeof clientId !== 'string' || clientId === '') throw refuse('clientId is the name of this API at the provider.')
  if (clientSecret !== undefined && (typeof clientSecret !== 'string' || clientSecret === '')) {
    throw refuse('clientSecret must be a text. Leave it out for a client that has none.')
  }
  if (typeof user !== 'function') {
    const fix = 'Write user: ({ sub }) => findUser(sub): it gives the user of the session.'
    throw refuse(`user takes a function; got ${nameOf(user)}. ${fix}`)
  }
  if (scope !== undefined && (typeof scope !== 'string' || !scope.split(' ').includes('openid'))) {
    throw refuse('scope must name openid, without which there is no ID token.')
  }
  const isCallback = typeof callback === 'string' && (/^\/(?![/\\])[^?#\\]*$/.test(callback) || isSafeUrl(callback))
  if (callback !== undefined && !isCallback) {
    throw refuse("callback takes a path of this server, such as '/api/login/callback', or the address of one.")
  }
  const own = OWN_PARAMETERS.find((name) => Object.hasOwn(parameters, name))
  if (own !== undefined) throw refuse(`parameters may not say ${own}, which every login has of its own.`)
}

function refuse(problem: string): Error {
  return refuseOption('SVC_OIDC_OPTION', `oidcLogin({ … }): ${problem}`)
}
