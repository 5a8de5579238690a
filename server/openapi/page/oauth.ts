import { OAUTH_CHANNEL, type PageGrant, type PageOauth } from './configuration.ts'
import { askOwn } from './own-request.ts'
import type { Page } from './page-state.ts'
import type { SchemeFacts } from './schemes.ts'
import { readToken } from './token.ts'

/** The answer that the callback hands over. */
interface Arrival {
  readonly state: string
  readonly query: string
}

/** Milliseconds in which a person logs in. */
const LIFETIME = 600_000
/** Milliseconds between two looks at the window. An answer closes it as well, and comes before the second of them. */
const LOOK = 500
/** Characters of a text of the provider. */
const LENGTH = 200

/** The scopes that operations ask of a scheme, and those of the configuration, each once. */
export function scopesFor({ operations }: Page, { name }: SchemeFacts, { scope }: PageOauth): string {
  const named = operations.flatMap(({ scopes }) => scopes.flatMap((requirement) => requirement[name] ?? []))
  return [...new Set([...named, ...scope.split(' ')])].filter((one) => one !== '').join(' ')
}

/** A login that is under way. */
interface Waiting {
  /** Ends it. */
  readonly signal: AbortSignal
  /** Says that its window is closed. An answer is taken all the same: a provider can make its window look closed (COOP). */
  readonly sayClosed: () => void
}

/**
 * Has a person log in at the provider, in a window of its own. State and verifier are in the memory of this page alone, so an
 * answer to another page, to an earlier login, or to none, ends nowhere.
 *
 * @returns the problem, `undefined` once the token is there
 */
export async function logInThere(
  page: Page,
  scheme: SchemeFacts,
  { provider }: PageOauth,
  scope: string,
  waiting: Waiting,
): Promise<string | undefined> {
  // Browsers have it on https and on this machine alone.
  if (!('subtle' in crypto)) return 'A login at a provider needs a page of https, or of localhost.'
  // In the task of the click: later, browsers take it for one without a click.
  const popup = open('', '_blank', 'popup,width=520,height=700')
  if (!popup) return 'The browser blocked the window of the login. Allow pop-ups of this page, and click again.'
  // The provider gets no hold of this page.
  popup.opener = null
  const [state, verifier] = [random(), random()]
  const redirect = new URL('docs/oauth/callback', location.href)
  redirect.search = ''
  const login = { scheme: scheme.name, state, redirect: redirect.href }
  const begun = await post('start', { ...login, challenge: await digest(verifier), scope })
  if (waiting.signal.aborted) {
    // Another login was begun before this one was at the provider.
    popup.close()
    return undefined
  }
  if ('problem' in begun || typeof begun['url'] !== 'string') {
    popup.close()
    return problemOf(begun)
  }
  const arrival = waitFor(state, popup, waiting)
  popup.location.replace(begun['url'])
  const query = await arrival
  if (query === undefined)
    return waiting.signal.aborted ? undefined : `${provider} has not answered for ten minutes. Begin again.`
  const refusal = refusalIn(new URLSearchParams(query), provider)
  if (refusal !== undefined) return refusal
  const answer = await post('token', { ...login, query, verifier })
  return waiting.signal.aborted ? undefined : take(page, scheme, answer)
}

/**
 * Gets a token by a password, or by the secret of a client.
 *
 * @returns the problem
 */
export async function askDirectly(
  page: Page,
  scheme: SchemeFacts,
  { clientId }: PageOauth,
  { grant, tokenUrl }: PageGrant,
  fields: { readonly name: string; readonly secret: string; readonly scope: string },
): Promise<string | undefined> {
  if (tokenUrl === undefined) return take(page, scheme, await post('grant', { scheme: scheme.name, grant, ...fields }))
  const { name, secret, scope } = fields
  const known =
    grant === 'password'
      ? { username: name, password: secret, client_id: clientId }
      : { client_id: name, client_secret: secret }
  const body = new URLSearchParams({ grant_type: grant, ...known, ...(scope === '' ? {} : { scope }) })
  const answer = await send(new URL(tokenUrl, new URL('openapi.json', location.href)), { body, credentials: 'omit' })
  return take(page, scheme, 'problem' in answer ? answer : { ...answer, token: answer['access_token'] })
}

type Answer = Readonly<Record<string, unknown>>

function take(page: Page, scheme: SchemeFacts, answer: Answer): string | undefined {
  const { token } = answer
  if (typeof token !== 'string' || token === '') return problemOf(answer)
  page.vault.type(scheme.name, { token })
  if (readToken(token)) return undefined
  return 'The provider gave a token that is not signed. Name this API to it, by audience or resource, in docs: { oauth: { parameters } }.'
}

/** Waits for the callback; the query of the answer to this very login, which is taken once. */
async function waitFor(state: string, popup: Window, { signal, sayClosed }: Waiting): Promise<string | undefined> {
  const channel = new BroadcastChannel(OAUTH_CHANNEL)
  let looks = 0
  const watch = setInterval(() => popup.closed && ++looks === 2 && sayClosed(), LOOK)
  try {
    return await new Promise<string | undefined>((resolve) => {
      const limit = setTimeout(() => resolve(undefined), LIFETIME)
      signal.addEventListener('abort', () => resolve(undefined))
      channel.addEventListener('message', ({ data }: MessageEvent<Partial<Arrival>>) => {
        if (data.state !== state || typeof data.query !== 'string') return
        clearTimeout(limit)
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin
        channel.postMessage({ taken: state })
        resolve(data.query)
      })
    })
  } finally {
    clearInterval(watch)
    channel.close()
  }
}

/** The provider says that there is no code (RFC 6749 section 4.1.2.1). */
function refusalIn(answer: URLSearchParams, provider: string): string | undefined {
  const error = answer.get('error')
  if (error === null) return undefined
  const description = answer.get('error_description')
  return `${provider} says ${[error, description].filter(Boolean).join(': ').slice(0, LENGTH)}.`
}

function problemOf({ problem }: Answer): string {
  return typeof problem === 'string' ? problem : 'The answer holds no token.'
}

function post(route: string, fields: Readonly<Record<string, string>>): Promise<Answer> {
  const url = new URL(`docs/oauth/${route}`, location.href)
  // Where a key in the query of the page opened it, it opens this too.
  url.search = location.search
  return send(url, { body: JSON.stringify(fields), headers: { 'content-type': 'application/json' } }, askOwn)
}

async function send(url: URL, init: RequestInit, ask: typeof askOwn = fetch): Promise<Answer> {
  try {
    const response = await ask(url, { ...init, method: 'POST' })
    const answer: unknown = await response.json().catch(() => undefined)
    const members = typeof answer === 'object' && answer !== null ? { ...answer } : {}
    if (response.ok) return members
    const { detail, error } = members as { readonly detail?: unknown; readonly error?: unknown }
    const reason = [detail, error].find((text) => typeof text === 'string') ?? response.statusText
    return { problem: `${response.status} ${reason}` }
  } catch {
    return { problem: 'The server does not answer.' }
  }
}

/** 256 bits in the alphabet of URLs. */
function random(): string {
  return encode(crypto.getRandomValues(new Uint8Array(32)))
}

async function digest(text: string): Promise<string> {
  return encode(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))))
}

function encode(bytes: Uint8Array): string {
  return btoa(String.fromCodePoint(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
